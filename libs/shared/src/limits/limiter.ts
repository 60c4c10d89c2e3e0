import { RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { type Budget, type Counters, keyOf } from './counters.ts'

export interface Limiter {
  /** Takes points of a key's budget. @throws ApiError 429 where there are not as many left; then none are taken. */
  take(key: string, points?: number): Promise<{ msBeforeNext: number; remainingPoints: number }>
  /** Returns points for an operation that did not happen after all. */
  giveBack(key: string, points?: number): Promise<void>
}

/** 429, and when to come again. */
export const tooManyRequests = (msBeforeNext: number): ApiError =>
  new ApiError(common.tooManyRequests, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
  })

/** While Redis is away each process allows half: how many others there are it does not know. */
export function createLimiter(counters: Counters, budget: Budget): Limiter {
  const counter = counters.of(budget, Math.ceil(budget.points / 2))
  const giveBack = async (key: string, points: number) => {
    await counter.on((limiter) => limiter.reward(key, points))
  }
  return {
    async take(rawKey, points = 1) {
      const key = keyOf(rawKey)
      try {
        return await counter.on((limiter) => limiter.consume(key, points))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        // The library counts what it refuses.
        await giveBack(key, points)
        throw tooManyRequests(error.msBeforeNext)
      }
    },
    giveBack: (rawKey, points = 1) => giveBack(keyOf(rawKey), points),
  }
}

/** Where limits are switched off. */
export const unlimited: Limiter = {
  take: async () => ({ msBeforeNext: 0, remainingPoints: Number.POSITIVE_INFINITY }),
  giveBack: async () => {},
}

/**
 * Runs an operation that counts against a budget; a failed one does not count. @throws ApiError 429 before anything is
 * done
 */
export async function charged<Result, Key extends string>(
  limiter: { take(key: Key): Promise<unknown>; giveBack(key: Key): Promise<void> },
  key: Key,
  work: () => Promise<Result>,
): Promise<Result> {
  await limiter.take(key)
  try {
    return await work()
  } catch (error) {
    await limiter.giveBack(key)
    throw error
  }
}
