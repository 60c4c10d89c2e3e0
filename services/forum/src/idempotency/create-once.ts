import { setTimeout } from 'node:timers/promises'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { errors } from '../errors.ts'
import { type Attempt, type KeyedRequest, readAttempt } from './attempt.ts'
import { findCreation, forgetLapsed, isRepetition } from './store.ts'

interface Creation<View> {
  /** Creates, and records the attempt in the same transaction: `onceSql`, `recordAttempt`. */
  create(attempt: Attempt | undefined): Promise<View>
  /** What was created, as it reads now. */
  read(id: string): Promise<View>
  /** Refuses whoever may not create at all, before anything is said of their key or of what was created under it. */
  admit?(): Promise<unknown>
}

/** Pauses before a request beyond a limit is judged again, in milliseconds. */
const PAUSES_MS = [100, 400]

/**
 * Creates, or answers what the same request has created within 24 hours. Of simultaneous ones the first to write its
 * attempt creates; the attempts of all others are refused by a constraint, and what they wrote is rolled back with
 * them. Nobody looks before: a first request costs what its row costs. A refused request leaves no attempt, but may
 * be the repetition of one that went through, when the thread was not locked yet, or of one under way that has taken
 * the last of a limit.
 *
 * @throws ApiError invalidIdempotencyKey, idempotencyKeyUsed, and what `create` and `read` throw
 */
export async function createOnce<View>(
  { db }: Context,
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
