import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** An S3-compatible store with one empty bucket, in a local folder. */
export interface ObjectStore {
  /** The environment for AWS's tools. */
  env: Record<string, string>
  bucket: string
  /** Where the store keeps its objects. */
  folder: string
  /** Idempotent. */
  close(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('object-store.mjs', import.meta.url))

export async function startObjectStore(folder: string): Promise<ObjectStore> {
  const bucket = 'backups'
  mkdirSync(folder, { recursive: true })
  // Without it no listing that goes on elsewhere is answered.
  const store = fork(PROGRAM, [folder, bucket], { execArgv: ['--openssl-legacy-provider'] })
  const ended = once(store, 'exit')
  const [port] = await Promise.race([
    once(store, 'message'),
    ended.then(() => Promise.reject(new Error('the object store did not start'))),
  ])
  return {
    // s3rver's built-in key pair.
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_REGION: 'us-east-1',
    },
    bucket,
    folder: path.join(folder, bucket),
    close: async () => {
      store.kill()
      await ended
    },
  }
}
