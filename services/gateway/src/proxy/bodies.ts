import { Readable } from 'node:stream'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { MAX_BODY_BYTES } from '@agora/shared/http/bodies'
import type { Replicas, UpstreamRequest } from '@agora/shared/upstream/replicas'
import type { FastifyRequest } from 'fastify'
import { ANSWERED, type UpstreamHeaders } from './headers.ts'
import type { Holding } from './holdings.ts'

/** Whether a body declares itself too large, before a byte is read. */
export const isDeclaredTooLarge = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES

/** A body that was read whole. The proxy passes streams on untouched, and would serialize anything else. */
export class WholeBody extends Readable {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    super({ read: () => undefined })
    this.bytes = bytes
  }
}

/**
 * The replicas as the proxy calls them: with a body's bytes, so that they may be sent twice; for as long as they have
 * not answered; and never for a read whose caller left before it was sent.
 */
export function withWholeBodies(replicas: Replicas): Pick<Replicas, 'request'> {
  return {
    request: (options: UpstreamRequest, callback) => {
      const body = options.body instanceof WholeBody ? options.body.bytes : null
      const answered = (options.headers as UpstreamHeaders)[ANSWERED]
      const isRead = options.method === 'GET' || options.method === 'HEAD'
      const isWanted = isRead ? () => !answered.req.socket.destroyed : undefined
      answered.works()
      replicas.request({ isWanted, ...options, body }, (error, response) => {
        answered.rests()
        callback(error, response)
      })
    },
  }
}

/**
 * Reads a body whole, so that no service waits for its caller. Its memory is charged to `holding`, even after this has
 * ended.
 *
 * @throws ApiError bodyTooLarge, malformedBody if it breaks off, `noRoom` if there is no memory for it
 */
export function readBody(
  payload: NodeJS.ReadableStream,
  holding: Holding,
  noRoom: () => ApiError,
): Promise<WholeBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const fail = (error: ApiError) => {
      payload.off('data', add)
      // The rest is discarded, so that the caller can read the refusal.
      payload.resume()
      chunks.length = 0
      reject(error)
    }
    const add = (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY_BYTES) fail(new ApiError(common.bodyTooLarge))
      else if (holding.take(chunk.length)) chunks.push(chunk)
      else fail(noRoom())
    }
    holding.waitsForCaller(() => fail(noRoom()))
    payload.on('data', add)
    payload.once('end', () => {
      holding.stays()
      resolve(new WholeBody(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)))
    })
    // Never removed: an unhandled error event would end the process.
    payload.on('error', (cause) => reject(new ApiError(common.malformedBody, { cause })))
  })
}
