import { ApiError } from '@agora/shared/errors/catalogue'
import type { Budget } from '@agora/shared/limits/counters'
import { type Limiter, tooManyRequests } from '@agora/shared/limits/limiter'
import { LRUCache } from 'lru-cache'

/** A key takes its budget in so many parts: frequent operations ask Redis once per part, not each time. */
const PARTS = 100
/** Keys that are remembered; one that is forgotten asks again. */
const MAX_KEYS = 50_000

/** What a key may still do here without asking; it expires with the budget's window. */
interface Lease {
  /** Below zero it is what the key owes. */
  left: number
  /** What is left of the budget for all processes, beside this. */
  remaining: number
  /** The budget is used up. */
  isRefused: boolean
  /** Milliseconds since the epoch. */
  until: number
}

/** Takes of keys' budgets for frequent operations, without asking Redis each time. */
export interface Leases {
  /** Takes one. Synchronous while a lease lasts. @throws ApiError 429, at once or from the promise */
  take(key: string): undefined | Promise<void>
  /** Takes one if a lease lasts; whether it did. */
  tryTake(key: string): boolean
  /** Takes so many more for what has turned out to cost them, without refusing: the next ones wait for it. */
  owe(key: string, points: number): void
  /** What is at least left of the key's budget, and in how many seconds it is whole again; undefined for an unknown key. */
  left(key: string): { points: number; seconds: number } | undefined
  /** Asks for a lease without using any of it; undefined where the budget is known to be used up. */
  renew(key: string): Promise<void> | undefined
}

export function createLeases(limiter: Limiter, { points, seconds }: Budget): Leases {
  const size = Math.max(1, Math.floor(points / PARTS))
  const leases = new LRUCache<string, Lease>({ max: MAX_KEYS })
  const asking = new Map<string, Promise<void>>()

  const current = (key: string): Lease | undefined => {
    const lease = leases.get(key)
    return lease && lease.until > Date.now() ? lease : undefined
  }
  const owed = (key: string): number => Math.min(0, current(key)?.left ?? 0)

  const ask = async (key: string) => {
    const endsIn = (ms: number) => Date.now() + Math.min(Math.max(ms, 0), seconds * 1000)
    const debt = owed(key)
    try {
      const { msBeforeNext, remainingPoints: remaining } = await limiter.take(key, size - debt)
      // More may be owed by now.
      const left = size - debt + owed(key)
      leases.set(key, { left, remaining, isRefused: false, until: endsIn(msBeforeNext) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      leases.set(key, {
        left: owed(key),
        remaining: 0,
        isRefused: true,
        until: endsIn(Number(error.headers['retry-after']) * 1000),
      })
    } finally {
      asking.delete(key)
    }
  }

  const tryTake = (key: string): boolean => {
    const lease = current(key)
    if (!lease || lease.left <= 0) return false
    lease.left -= 1
    return true
  }
  /** For how long this key is refused, in milliseconds. */
  const refusedFor = (key: string): number => {
    const lease = leases.get(key)
    return lease?.isRefused ? Math.max(lease.until - Date.now(), 0) : 0
  }
  const judge = (key: string): void => {
    const left = refusedFor(key)
    if (left > 0) throw tooManyRequests(left)
  }
  /** Those that wait for the same answer share it. */
  const askOnce = (key: string): Promise<void> => {
    const question = asking.get(key) ?? ask(key)
    if (!asking.has(key)) asking.set(key, question)
    return question
  }

  const askAndTake = async (key: string) => {
    // Who comes away empty asks again.
    do {
      await askOnce(key)
      judge(key)
    } while (!tryTake(key))
  }

  return {
    take: (key) => {
      if (tryTake(key)) return undefined
      judge(key)
      return askAndTake(key)
    },
    tryTake,
    owe: (key, points) => {
      const lease = current(key) ?? {
        left: 0,
        remaining: 0,
        isRefused: false,
        until: Date.now() + seconds * 1000,
      }
      lease.left -= points
      leases.set(key, lease)
    },
    left: (key) => {
      const lease = current(key)
      return lease && { points: lease.remaining, seconds: Math.ceil((lease.until - Date.now()) / 1000) }
    },
    renew: (key) => (refusedFor(key) > 0 ? undefined : askOnce(key)),
  }
}
