import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { MAX_BODY_BYTES } from '@agora/shared/http/bodies'
import type { Upstream, UpstreamRequest } from '@agora/shared/upstream/upstream'
import type { FastifyRequest } from 'fastify'
import type { AdmittedResponse } from '../admission/admitted-response.ts'
import { whenOver } from '../connections/over.ts'
import type { Reservation } from '../memory-budget/memory-budget.ts'
import type { Service } from '../upstreams/services.ts'
import { RECIPIENT, type UpstreamHeaders } from './headers.ts'
import { StreamedBody } from './streamed.ts'

/** Whether a body declares itself larger than it may be, in bytes, before one of them is read. */
export const isDeclaredTooLarge = ({ headers }: FastifyRequest, maxBytes = MAX_BODY_BYTES): boolean =>
  Number(headers['content-length'] ?? 0) > maxBytes

/** A body that was read whole. The proxy passes streams on untouched, and would serialize anything else. */
export class WholeBody extends Readable {
  readonly bytes: Buffer
  /** How long it took to arrive, in milliseconds. */
  readonly ms: number

  constructor(bytes: Buffer, ms: number) {
    super({ read: () => undefined })
    this.bytes = bytes
    this.ms = ms
  }
}

/** Aborts when the caller is gone before their answer has been sent. */
function goneSignal(answered: AdmittedResponse): AbortSignal {
  const gone = new AbortController()
  whenOver(answered.req, answered, () => {
    if (!answered.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * The upstream as the proxy calls it: with a body's bytes, so that they may be sent twice, unless they are streamed;
 * for as long as they have not answered; and never for a read whose caller left before it was sent. `stopsAtOnce` says that the service does
 * nothing but call others, by requests that are counted themselves: it is told when a reader leaves. Of another service
 * the gateway could not know when it has stopped, so a permit is held until it answers.
 */
export function withBodies(
  { upstream, uploads, streams }: Pick<Service, 'upstream' | 'uploads' | 'streams'>,
  stopsAtOnce: boolean,
): Pick<Upstream, 'request'> {
  return {
    request: (options: UpstreamRequest, callback) => {
      const isStreamed = options.body instanceof StreamedBody
      const body = options.body instanceof WholeBody ? options.body.bytes : isStreamed ? options.body : null
      const { response: answered, waitedMs } = (options.headers as UpstreamHeaders)[RECIPIENT]
      const isRead = options.method === 'GET' || options.method === 'HEAD'
      const isWanted = isRead ? () => !answered.req.socket.destroyed : undefined
      const signal = isRead && stopsAtOnce ? goneSignal(answered) : undefined
      answered.works()
      const through = isStreamed && uploads ? uploads : upstream
      const patience = isStreamed && streams ? { answerMs: streams.answerMs } : {}
      through.request({ isWanted, ...options, ...patience, body, waitedMs, signal }, (error, response) => {
        answered.rests()
        callback(error, response)
      })
    },
  }
}

/**
 * Reads a body whole, so that no service waits for its caller. Its memory is charged to `reservation`, even after this has
 * ended.
 *
 * @throws ApiError bodyTooLarge, malformedBody if it breaks off, `noRoom` if there is no memory for it
 */
export function readBody(
  payload: NodeJS.ReadableStream,
  reservation: Reservation,
  noRoom: () => ApiError,
): Promise<WholeBody> {
  const startedAt = performance.now()
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
      else if (reservation.reserve(chunk.length)) chunks.push(chunk)
      else fail(noRoom())
    }
    reservation.waitsForCaller(() => fail(noRoom()))
    payload.on('data', add)
    payload.once('end', () => {
      reservation.stays()
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)
      resolve(new WholeBody(whole, performance.now() - startedAt))
    })
    // Never removed: an unhandled error event would end the process.
    payload.on('error', (cause) => reject(new ApiError(common.malformedBody, { cause })))
  })
}
