import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Storage } from './storage.ts'

/** How long the store may take to accept a connection and to send something, in milliseconds. */
const CONNECT_MS = 2_000
const SILENCE_MS = 8_000

function clientOf(url: URL): S3Client {
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  return new S3Client({
    endpoint: `${scheme}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    // Stores other than AWS's own have no host of each bucket's name, nor the newest checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: SILENCE_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
    },
  })
}

/** Keeps pictures in a bucket, `s3://KEY:SECRET@HOST/BUCKET/PREFIX`, below the prefix if there is one. */
export function bucketStorage(url: URL): Storage {
  const client = clientOf(url)
  const [bucket = '', ...rest] = url.pathname.split('/').filter((part) => part !== '')
  const folderOf = (id: string) => [...rest, id, ''].join('/')

  return {
    async put(id, files) {
      for (const [name, source] of Object.entries(files)) {
        const { size } = await stat(source)
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: folderOf(id) + name,
            Body: createReadStream(source),
            ContentLength: size,
            ContentType: 'image/webp',
          }),
        )
      }
    },

    async open(id, name, from = 0) {
      try {
        const { Body, ContentLength } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: folderOf(id) + name,
            ...(from > 0 ? { Range: `bytes=${from}-` } : {}),
          }),
        )
        const body = Body as Readable
        return {
          bytes: ContentLength ?? 0,
          read: () => body,
          close: async () => {
            body.on('error', () => {}).destroy()
          },
        }
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },

    async remove(id) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: folderOf(id) }),
      )
      const keys = Contents.map(({ Key }) => ({ Key }))
      if (keys.length === 0) return
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
      )
      if (Errors.length > 0) throw new Error(`${Errors[0]?.Key} was not deleted: ${Errors[0]?.Message}`)
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
  }
}
