import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import { takesGzip } from '@agora/shared/http/compress'
import { isKnown, notModified, tagForGzip } from '@agora/shared/http/conditional'
import type { ReadyAnswer } from '@agora/shared/http/ready-answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { downstreamHeaders } from '../forward/headers.ts'
import type { GuestPage, Head, SentPage } from './guest-pages.ts'
import { canBePacked, packedOf } from './packed-pages.ts'

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
const ofOneRequest = new Set([
  'x-request-id',
  'age',
  'connection',
  'content-length',
  'ratelimit',
  'ratelimit-policy',
])

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

/** The headers for callers who take gzip, of the page's gzip form if it has one. */
function headOfPacked({ whole, notModified }: Head, packed: Buffer | undefined): Head {
  const own = (head: readonly string[]): string[] => {
    const all: string[] = []
    for (let at = 0; at < head.length; at += 2) {
      const [name, value] = [head[at] as string, head[at + 1] as string]
      if (packed === undefined || name !== 'content-length')
        all.push(name, name === 'etag' ? tagForGzip(value) : value)
    }
    return all
  }
  const ofBody = packed ? ['content-encoding', 'gzip', 'content-length', String(packed.length)] : []
  return { whole: [...own(whole), ...ofBody], notModified: own(notModified) }
}

/** A page as it was sent before, past all hooks: only headers that differ between requests are new. */
export function resent(
  page: SentPage,
  given: IncomingHttpHeaders,
  { address, hold }: { address: string; hold: (bytes: number) => ReadyAnswer['hold'] },
): ReadyAnswer {
  const { sent } = page
  const isForPacked = canBePacked(page) && takesGzip(given['accept-encoding'])
  const packed = isForPacked ? packedOf(page) : undefined
  if (isForPacked) sent.ofPacked ??= headOfPacked(sent, packed)
  const { whole, notModified } = (isForPacked && sent.ofPacked) || sent
  const isWhole = !hasIt(given, page)
  const body = packed ?? page.body
  return {
    status: isWhole ? 200 : 304,
    head: (isWhole ? whole : notModified).concat('age', ageOf(page)),
    body: isWhole ? body : undefined,
    route: sent.route,
    address,
    hold: hold(isWhole ? body.length : 0),
  }
}
