import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { forumCeiling } from '../authority/actor.ts'
import { errors } from '../errors.ts'
import { type Attempt, findCreation, forgetLapsed, isRepetition } from './store.ts'

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
function readAttempt(request: KeyedRequest): Attempt | undefined {
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

interface Creation<View> {
  /** Creates, and records the attempt in the same transaction with `recordAttemptOf` or `recordAttempt`. */
  create(attempt: Attempt | undefined): Promise<View>
  /** What was created, as it reads now. */
  read(id: string): Promise<View>
  /** Refuses callers who may never create, before they learn anything about their key or what was created under it. */
  admit?(): Promise<unknown>
}

/** Pauses before retrying a request that exceeds a limit, in milliseconds. */
const PAUSES_MS = [100, 400]

/**
 * Creates, or returns what the same request created within 24 hours. Of simultaneous requests, the first to write its
 * attempt creates; a constraint rejects the other attempts, and their writes are rolled back. There is no look-up
 * beforehand, so a first request costs only its row. A refused request leaves no attempt, but may repeat one that
 * succeeded, before the thread was locked say, or one in progress that used up a limit.
 *
 * @throws ApiError invalidIdempotencyKey, idempotencyKeyUsed, and what `create` and `read` throw
 */
export async function createOnce<View>(
  { db }: { readonly db: Queries },
  request: KeyedRequest,
  reply: FastifyReply,
  { create, read, admit }: Creation<View>,
): Promise<View> {
  const attempt = await admitted(request, admit)
  if (!attempt) return create(undefined)
  for (let pauses = 0; ; ) {
    try {
      return await create(attempt)
    } catch (error) {
      const repeats = isRepetition(error)
      if (!repeats && !(error instanceof ApiError)) throw error
      const earlier = await findCreation(db, attempt)
      if (earlier) {
        await admit?.()
        if (!earlier.body.equals(attempt.body)) throw new ApiError(errors.idempotencyKeyUsed)
        reply.header('idempotency-replayed', 'true')
        return read(earlier.creationId)
      }
      if (repeats) {
        await forgetLapsed(db, attempt)
        continue
      }
      const pause = isLimited(error) ? PAUSES_MS[pauses++] : undefined
      if (pause === undefined) throw error
      await setTimeout(pause)
    }
  }
}

async function admitted(
  request: KeyedRequest,
  admit: Creation<unknown>['admit'],
): Promise<Attempt | undefined> {
  try {
    return readAttempt(request)
  } catch (refusal) {
    await admit?.()
    throw refusal
  }
}

const isLimited = (error: unknown) => error instanceof ApiError && error.definition === common.tooManyRequests
