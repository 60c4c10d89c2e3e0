import { hash } from 'node:crypto'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { forumCeiling } from '../authority/actor.ts'
import { errors } from '../errors.ts'

/** The headers of a route that creates. `readAttempt` validates the key. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Creates once, however often the request is sent: 1 to 64 visible ASCII characters of the caller’s choice, valid for 24 hours.',
      documented: { minLength: 1, maxLength: 64, pattern: '^[!-~]+$' },
    }),
  ),
})

/** The request of such a route. */
export type KeyedRequest = Pick<FastifyRequest, 'principal' | 'routeOptions' | 'params' | 'body'> & {
  headers: Static<typeof IdempotencyHeaders>
}

/** A creation that may be retried, as SHA-256 digests: neither key nor text is stored. */
export interface Attempt {
  /** A digest of the caller, the route with its ids, and the key. */
  readonly id: Buffer
  /** A digest of the parsed body. */
  readonly body: Buffer
}

const KEY = /^[\x21-\x7e]{1,64}$/

const digest = (text: string) => hash('sha256', text, 'buffer')

/** The same text for equal values, whatever the order of their keys. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)}}`
}

function digestOf(body: unknown): Buffer {
  try {
    return digest(canonical(body))
  } catch (cause) {
    // Nested too deeply for the stack: no creation accepts such a body.
    throw new ApiError(common.invalidBody, { cause })
  }
}

/**
 * The attempt that a request's key identifies; undefined without a key, or for a caller who may never create and is
 * refused anyway.
 *
 * @throws ApiError invalidIdempotencyKey
 */
export function readAttempt(request: KeyedRequest): Attempt | undefined {
  const { headers, principal, routeOptions, params, body } = request
  const key = headers['idempotency-key']
  if (key === undefined || principal.kind !== 'user') return undefined
  const ceiling = forumCeiling(principal)
  if (ceiling !== 'post' && ceiling !== 'roles') return undefined
  // A repeated header arrives as one value with a space in it.
  if (!KEY.test(key)) throw new ApiError(errors.invalidIdempotencyKey)
  const ids = Object.values(params as Record<string, string>).map((id) => id.toLowerCase())
  const id = digest(JSON.stringify([principal.id, routeOptions.method, routeOptions.url, ...ids, key]))
  return { id, body: digestOf(body) }
}
