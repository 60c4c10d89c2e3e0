import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isKnown, notModified } from '@agora/shared/http/conditional'
import type { FastifyReply } from 'fastify'
import { downstreamHeaders } from '../forward/headers.ts'
import type { CachedPage } from './cache.ts'
import type { CacheStatus } from './cache-status.ts'

/** Larger ones are not cached, in bytes. */
const LARGEST = 256 * 1024

/** An answer that can be given to many; undefined if it is too large. */
export function pageOf(
  headers: IncomingHttpHeaders,
  chunks: readonly Buffer[],
  size: number,
  askedAt: number,
): CachedPage | undefined {
  if (size > LARGEST) return undefined
  // A copy: a chunk would keep the whole read buffer in memory.
  const body = Buffer.allocUnsafeSlow(size)
  let written = 0
  for (const chunk of chunks) written += chunk.copy(body, written)
  return { headers: downstreamHeaders(headers), body, askedAt }
}

const ageOf = ({ askedAt }: CachedPage): string => String(Math.floor((performance.now() - askedAt) / 1_000))

const hasIt = (given: IncomingHttpHeaders, { headers: { etag } }: CachedPage): boolean =>
  etag !== undefined && isKnown(given['if-none-match'], etag)

/** Answers with a cached page, whatever the service has answered since. */
export function servePage(reply: FastifyReply, page: CachedPage, status: CacheStatus): void {
  const { passage, headers } = reply.request
  if (passage) {
    passage.page = page
    passage.cacheStatus = status
  }
  reply.code(200).headers(page.headers).header('age', ageOf(page))
  if (hasIt(headers, page)) notModified(reply).send()
  else reply.send(page.body)
}
