import { setTimeout } from 'node:timers/promises'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { errors } from '../errors.ts'
import { type Attempt, type KeyedRequest, readAttempt } from './attempt.ts'
import { findCreation, forgetLapsed, isRepetition } from './store.ts'

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
