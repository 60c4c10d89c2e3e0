import { type Budget, type Counters, keyOf } from './counters.ts'

/** Counts what is never refused, only noticed: nobody can use up another's budget. */
export interface Tally {
  /** Whether the key has reached its points within the window. */
  isReached(key: string): Promise<boolean>
  /** Counts one; true for exactly the one that reaches the points. */
  add(key: string): Promise<boolean>
}

export function createTally(counters: Counters, budget: Budget): Tally {
  const counter = counters.of(budget, budget.points)
  return {
    isReached: (key) =>
      counter.on(async (limiter) => ((await limiter.get(keyOf(key)))?.consumedPoints ?? 0) >= budget.points),
    add: (key) =>
      counter.on(async (limiter) => (await limiter.penalty(keyOf(key))).consumedPoints === budget.points),
  }
}

/** Where limits are switched off. */
export const nothingTallied: Tally = { isReached: async () => false, add: async () => false }
