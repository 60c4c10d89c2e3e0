import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isKnown, notModified } from '@agora/shared/http/conditional'
import type { FastifyReply } from 'fastify'
import type { GuestPage } from './guest-pages.ts'
import { downstreamHeaders } from './headers.ts'

/** Larger ones are not kept, in bytes. */
const LARGEST = 256 * 1024

/** An answer as it can be given to many; undefined where it is too large for that. */
export function pageOf(
  headers: IncomingHttpHeaders,
  chunks: readonly Buffer[],
  size: number,
  askedAt: number,
): GuestPage | undefined {
  if (size > LARGEST) return undefined
  // Of its own: a chunk is a part of what was read from the connection, which would be kept with it.
  const body = Buffer.allocUnsafeSlow(size)
  let written = 0
  for (const chunk of chunks) written += chunk.copy(body, written)
  return { headers: downstreamHeaders(headers), body, askedAt }
}

export function givePage(reply: FastifyReply, { headers, body, askedAt }: GuestPage): void {
  reply.headers(headers).header('age', String(Math.floor((performance.now() - askedAt) / 1_000)))
  const { etag } = headers
  if (etag !== undefined && isKnown(reply.request.headers['if-none-match'], etag)) notModified(reply).send()
  else reply.send(body)
}
