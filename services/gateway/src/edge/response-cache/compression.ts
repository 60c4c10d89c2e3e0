import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { compressed, FAST, takesGzip } from '@agora/shared/http/compress'
import { addVary, tagForGzip } from '@agora/shared/http/conditional'
import '../passage.ts'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { packedOf } from './packed-pages.ts'

/** From this size on an answer is compressed beside the event loop, in characters or bytes. */
const LARGE = 64 * 1024

/** What is read of the API, or known to its reader. */
const isRead = ({ method, url }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  url.startsWith('/api/') &&
  (statusCode === 200 || statusCode === 304)

const isJson = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('content-encoding')

/**
 * Whether another site's page may have chosen the address, and a browser have added who its reader is: by the length of a
 * compressed answer the page could guess what stands beside what it chose (BREACH). Nobody's browser adds a token. What is
 * written is answered uncompressed: secrets, and what was sent.
 */
function mayBeGuessedFrom({ principal, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site = 'none', authorization = '' } = headers
  if (principal.kind === 'guest' || /^bearer /i.test(authorization)) return false
  return site !== 'same-origin' && site !== 'none'
}

/** A caller who leaves ends both. */
const streamed = (whole: Readable): Readable => pipeline(whole, createGzip(FAST), () => {})

function packedFormOf({ passage }: FastifyRequest, payload: unknown): Buffer | Readable | undefined {
  const page = passage?.page
  if (page) return Buffer.isBuffer(payload) ? packedOf(page) : undefined
  if (payload instanceof Readable) return streamed(payload)
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined
  return payload.length < LARGE ? compressed(payload) : streamed(Readable.from([payload]))
}

const pack: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (!isRead(request, reply) || !takesGzip(request.headers['accept-encoding'])) return done(null, payload)
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string') reply.header('etag', tagForGzip(etag))
  if (request.method === 'HEAD' || !isJson(reply) || mayBeGuessedFrom(request)) return done(null, payload)
  const packed = packedFormOf(request, payload)
  if (packed) reply.header('content-encoding', 'gzip').removeHeader('content-length')
  done(null, packed ?? payload)
}

/**
 * Compresses what is read of the API: an answer that guests share once, any other for its caller. Answers are whole
 * already, so the framework's plugin, which makes a stream of each, would take several times as long.
 */
export function compressAnswers(app: Server): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isRead(request, reply)) addVary(reply, 'Accept-Encoding')
    done(null, payload)
  })
  // After the answer has its tag.
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some((method) => method === 'GET' || method === 'HEAD'))
      route.onSend = [...[route.onSend ?? []].flat(), pack]
  })
}
