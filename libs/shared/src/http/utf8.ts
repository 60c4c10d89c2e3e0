import { isUtf8 } from 'node:buffer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import type { Server } from './types.ts'

/** Escaped bytes outside ASCII: a run of them is UTF-8 by itself or not at all. */
const ESCAPED_BYTES = /(?:%[89a-f][\da-f])+/gi

/**
 * The text that these bytes are in UTF-8, undefined if they are none. Decoders put U+FFFD in the place of each bad byte,
 * whichever it is: two passwords would become the same.
 */
export const utf8Of = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? bytes.toString('utf8') : undefined

/** Whether the bytes that are percent-encoded in it are UTF-8. */
export function isEscapedUtf8(text: string): boolean {
  for (const [run] of text.matchAll(ESCAPED_BYTES)) {
    try {
      decodeURIComponent(run)
    } catch {
      return false
    }
  }
  return true
}

export const queryOf = (url: string): string => /\?(.*)/s.exec(url)?.[1] ?? ''

/** A hook for what reads a query. @throws ApiError invalidParameter unless it is UTF-8 */
export function requireUtf8Query(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const malformed = queryOf(request.url)
    .split('&')
    .find((pair) => !isEscapedUtf8(pair))
  if (malformed === undefined) {
    done()
    return
  }
  const [name = ''] = malformed.split('=', 1)
  throw new ApiError(
    common.invalidParameter,
    /^[\w.-]+$/.test(name) ? { message: `invalid \`${name}\` query parameter` } : {},
  )
}

/** Routes that declare no query read none. */
export function requireUtf8Queries(app: Server): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.querystring)
      route.preValidation = [requireUtf8Query, ...[route.preValidation ?? []].flat()]
  })
}
