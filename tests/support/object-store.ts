import { mkdirSync } from 'node:fs'
import path from 'node:path'
import S3rver from 's3rver'

/** An S3-compatible store with one empty bucket, in a local folder. */
export interface ObjectStore {
  /** The environment for AWS's tools. */
  env: Record<string, string>
  bucket: string
  /** Where the store keeps its objects. */
  folder: string
  close(): Promise<void>
}

export async function startObjectStore(folder: string): Promise<ObjectStore> {
  const bucket = 'backups'
  mkdirSync(folder, { recursive: true })
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await store.run()
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
    close: () => store.close(),
  }
}
