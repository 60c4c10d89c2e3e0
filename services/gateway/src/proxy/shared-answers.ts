import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isKnown, notModified } from '@agora/shared/http/conditional'
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

const hasIt = ({ headers }: FastifyRequest, { etag }: IncomingHttpHeaders): boolean =>
  etag !== undefined && isKnown(headers['if-none-match'], etag)

export function givePage(reply: FastifyReply, page: GuestPage): void {
  reply.request.given = page
  reply.headers(page.headers).header('age', ageOf(page))
  if (hasIt(reply.request, page.headers)) notModified(reply).send()
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
  page.sent = {
    always: head.filter((field) => !isOfBody(field)).flat(),
    ofBody: [...head.filter(isOfBody).flat(), 'content-length', String(page.body.length)],
  }
}

/** Sends a page as it was sent before, past all hooks: only headers that differ between requests are new. */
export function resendPage(request: FastifyRequest, reply: FastifyReply, page: SentPage): void {
  const { always, ofBody } = page.sent
  const own = ['x-request-id', String(request.id), 'age', ageOf(page)]
  const { raw } = reply.hijack()
  if (hasIt(request, page.headers)) raw.writeHead(304, [...always, ...own]).end()
  else raw.writeHead(200, [...always, ...ofBody, ...own]).end(page.body)
}
