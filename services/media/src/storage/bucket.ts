import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { OWNER_NAME, type Storage } from './storage.ts'

/** How long the store may take to accept a connection and to send something, in milliseconds. */
const CONNECT_MS = 2_000
const SILENCE_MS = 8_000
/** How long until it answers, with waiting for a connection and another attempt: what waits for it holds up others. */
const ANSWER_MS = 10_000
/** The most keys of one listing; a picture has up to five. */
const MAX_KEYS = 1_000

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

const isTaken = (error: unknown) => error instanceof S3ServiceException && error.name === 'PreconditionFailed'
const isAnswer = (error: unknown) => error instanceof NoSuchKey || isTaken(error)

/**
 * Waits for an answer, not for the body behind it.
 *
 * @throws ApiError unavailable if none comes or it is a refusal; NoSuchKey; that a condition failed.
 */
async function answerOf<Output>(
  send: (options: { abortSignal: AbortSignal }) => Promise<Output>,
): Promise<Output> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ANSWER_MS)
  try {
    return await send({ abortSignal: late.signal })
  } catch (cause) {
    throw isAnswer(cause) ? cause : new ApiError(common.unavailable, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** An object of the bucket; undefined if there is none. */
async function read(
  client: S3Client,
  object: GetObjectCommandInput,
): Promise<GetObjectCommandOutput | undefined> {
  try {
    return await answerOf((options) => client.send(new GetObjectCommand(object), options))
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

/** `isFirst`: unless there is an owner. */
async function writeOwner(
  client: S3Client,
  marker: { Bucket: string; Key: string },
  id: string,
  isFirst: boolean,
): Promise<void> {
  const object = new PutObjectCommand({
    ...marker,
    Body: `${id}\n`,
    ContentType: 'text/plain',
    // Not known to every store: whoever writes reads afterwards what stands there.
    ...(isFirst ? { IfNoneMatch: '*' } : {}),
  })
  await answerOf((options) => client.send(object, options)).catch((error) => {
    if (!isTaken(error)) throw error
  })
}

/** Keeps pictures in a bucket, `s3://KEY:SECRET@HOST/BUCKET/PREFIX`, below the prefix if there is one. */
export function bucketStorage(url: URL): Storage {
  const client = clientOf(url)
  const [bucket = '', ...rest] = url.pathname.split('/').filter((part) => part !== '')
  const folderOf = (id: string) => [...rest, id, ''].join('/')
  const marker = { Bucket: bucket, Key: [...rest, OWNER_NAME].join('/') }

  return {
    async put(id, files) {
      for (const [name, source] of Object.entries(files)) {
        const { size } = await stat(source)
        const object = new PutObjectCommand({
          Bucket: bucket,
          Key: folderOf(id) + name,
          Body: createReadStream(source),
          ContentLength: size,
          ContentType: name.endsWith('.png') ? 'image/png' : 'image/webp',
        })
        await answerOf((options) => client.send(object, options))
      }
    },

    async open(id, name, from = 0) {
      const range = from > 0 ? { Range: `bytes=${from}-` } : {}
      const object = await read(client, { Bucket: bucket, Key: folderOf(id) + name, ...range })
      if (!object) return undefined
      const body = object.Body as Readable
      return {
        bytes: object.ContentLength ?? 0,
        read: () => body,
        close: async () => {
          body.on('error', () => {}).destroy()
        },
      }
    },

    // Ids in their order: what is new comes last.
    async list(after) {
      const Prefix = rest.map((part) => `${part}/`).join('')
      const some = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix,
        MaxKeys: MAX_KEYS,
        // Behind all that is under it.
        ...(after === undefined ? {} : { StartAfter: `${folderOf(after)}~` }),
      })
      const { Contents = [], IsTruncated } = await answerOf((options) => client.send(some, options))
      const names = Contents.map(({ Key = '' }) => Key.slice(Prefix.length).split('/', 1)[0] ?? '')
      const ids = [...new Set(names)].filter((name) => parseUuid(name))
      return { ids, next: IsTruncated ? names.at(-1) : undefined }
    },

    async remove(id) {
      const under = new ListObjectsV2Command({ Bucket: bucket, Prefix: folderOf(id) })
      const { Contents = [] } = await answerOf((options) => client.send(under, options))
      const keys = Contents.map(({ Key }) => ({ Key }))
      if (keys.length === 0) return
      const all = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } })
      const { Errors = [] } = await answerOf((options) => client.send(all, options))
      if (Errors.length > 0) throw new Error(`${Errors[0]?.Key} was not deleted: ${Errors[0]?.Message}`)
    },

    owner: async () => (await (await read(client, marker))?.Body?.transformToString())?.trim(),
    setOwner: (id, before) => writeOwner(client, marker, id, before === undefined),

    async check() {
      await answerOf((options) => client.send(new HeadBucketCommand({ Bucket: bucket }), options))
    },
  }
}
