import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
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
  /** Told whoever may not create at all: it comes before what a repetition is answered. */
  barred?: ErrorDefinition
}

/**
 * Creates, or answers what the same request has created within 24 hours. Of simultaneous ones the first to write its
 * attempt creates; the attempts of all others are refused by a constraint, and what they wrote is rolled back with
 * them. Nobody looks before: a first request costs what its row costs. A refused request leaves no attempt, but may
 * be the repetition of one that went through, when the thread was not locked yet.
 *
 * @throws ApiError invalidIdempotencyKey, idempotencyKeyUsed, and what `create` and `read` throw
 */
export async function createOnce<View>(
  { db }: Context,
  request: KeyedRequest,
  reply: FastifyReply,
  { create, read, barred }: Creation<View>,
): Promise<View> {
  const attempt = readAttempt(request)
  if (!attempt) return create(undefined)
  for (;;) {
    try {
      return await create(attempt)
    } catch (error) {
      const repeats = isRepetition(error)
      const refused = error instanceof ApiError && error.definition !== barred
      if (!repeats && !refused) throw error
      const earlier = await findCreation(db, attempt)
      if (!earlier && !repeats) throw error
      if (!earlier) {
        await forgetLapsed(db, attempt)
        continue
      }
      if (!earlier.body.equals(attempt.body)) throw new ApiError(errors.idempotencyKeyUsed)
      reply.header('idempotency-replayed', 'true')
      return read(earlier.creationId)
    }
  }
}
