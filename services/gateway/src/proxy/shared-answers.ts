import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isKnown, notModified } from '@agora/shared/http/conditional'
import type { ReadyAnswer } from '@agora/shared/http/ready-answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GuestPage, SentPage } from './guest-pages.ts'
import { downstreamHeaders } from './headers.ts'

/** Larger ones are not cached, in bytes. */
const LARGEST = 256 * 1024

/** An answer that can be given to many; undefined if it is too large. */
export function pageOf(
  headers: IncomingHttpHeaders,
  chunks: readonly Buffer[],
  size: number,
  askedAt: number,
): GuestPage | undefined {
  if (size > LARGEST) return undefined
  // A copy: a chunk would keep the whole read buffer in memory.
  const body = Buffer.allocUnsafeSlow(size)
  let written = 0
  for (const chunk of chunks) written += chunk.copy(body, written)
  return { headers: downstreamHeaders(headers), body, askedAt }
}

const ageOf = ({ askedAt }: GuestPage): string => String(Math.floor((performance.now() - askedAt) / 1_000))

const hasIt = (given: IncomingHttpHeaders, { headers: { etag } }: GuestPage): boolean =>
  etag !== undefined && isKnown(given['if-none-match'], etag)

export function givePage(reply: FastifyReply, page: GuestPage): void {
  reply.request.given = page
  // Whatever the service has answered since.
  reply.code(200).headers(page.headers).header('age', ageOf(page))
  if (hasIt(reply.request.headers, page)) notModified(reply).send()
  else reply.send(page.body)
}

/** Differ between requests or connections. */
const ofOneRequest = new Set(['x-request-id', 'age', 'connection', 'content-length'])

/** Keeps the headers that a page's first reader gets, after all hooks, for those who get it resent. */
export function learnHead(request: FastifyRequest, reply: FastifyReply): void {
  const { given: page, headers } = request
  if (!page || page.sent || reply.statusCode !== 200 || headers.origin !== undefined) return
  const head = Object.entries(reply.getHeaders())
    .filter(([name]) => !ofOneRequest.has(name))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  const isOfBody = ([name]: string[]) => name === 'content-type' || name === 'content-encoding'
  const always = head.filter((field) => !isOfBody(field)).flat()
  const ofBody = [...head.filter(isOfBody).flat(), 'content-length', String(page.body.length)]
  page.sent = { notModified: always, whole: [...always, ...ofBody], route: request.routeOptions.url ?? '' }
}

/** A page as it was sent before, past all hooks: only headers that differ between requests are new. */
export function resent(
  page: SentPage,
  given: IncomingHttpHeaders,
  { address, hold }: Pick<ReadyAnswer, 'address' | 'hold'>,
): ReadyAnswer {
  const { notModified, whole, route } = page.sent
  const isWhole = !hasIt(given, page)
  return {
    status: isWhole ? 200 : 304,
    head: (isWhole ? whole : notModified).concat('age', ageOf(page)),
    body: isWhole ? page.body : undefined,
    route,
    address,
    hold,
  }
}
