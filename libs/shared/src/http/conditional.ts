import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Server } from './types.ts'

/** A digest of an answer's bytes, so that it changes with whatever is told. */
export const tagOf = (payload: string | Buffer): string =>
  `"${hash('sha256', payload, 'base64url').slice(0, 32)}"`

/** The tag for callers who take gzip: another one, as what they get may have other bytes (RFC 9110, 8.8.3.3). */
export const tagForGzip = (etag: string): string => etag.replace(/"$/, '-packed"')

/** Without its form: whoever has one form needs no other. */
const plain = (etag: string): string => etag.replace(/^W\//, '').replace(/-packed"$/, '"')

const tags = /"[\x21\x23-\x7e\x80-\xff]*"/g

/** Whether If-None-Match names what would be answered, by the weak comparison of RFC 9110, 13.1.2. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = plain(etag)
  return ifNoneMatch.match(tags)?.some((tag) => plain(tag) === opaque) === true
}

/** Says that the caller has the answer already. */
export function notModified(reply: FastifyReply): FastifyReply {
  for (const name of ['content-type', 'content-length', 'content-encoding']) reply.removeHeader(name)
  return reply.code(304)
}

/** Adds to what an answer varies by. */
export function addVary(reply: FastifyReply, names: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined || known === '' ? names : `${[known].flat().join(', ')}, ${names}`)
}

const judge = (request: FastifyRequest, reply: FastifyReply, payload: string): string | null => {
  const known = reply.getHeader('etag')
  const etag = typeof known === 'string' ? known : tagOf(payload)
  reply.header('etag', etag)
  if (!isKnown(request.headers['if-none-match'], etag)) return payload
  notModified(reply)
  // For HEAD the framework tells the length and drops the rest.
  return request.method === 'HEAD' ? payload : null
}

const answerOnce: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isTold = typeof payload === 'string' && reply.statusCode === 200
  done(null, isTold ? judge(request, reply, payload) : payload)
}

/**
 * Gives every buffered response to a read an ETag, and answers 304 if the caller has it. It runs after all other hooks,
 * on their final output; those that make a stream of it do the same themselves.
 */
export function answerConditionally(app: Server): void {
  app.addHook('onRoute', (route) => {
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    if (!isRead || route.config?.access?.unresolvable === 'forward') return
    route.onSend = [answerOnce, ...[route.onSend ?? []].flat()]
  })
}
