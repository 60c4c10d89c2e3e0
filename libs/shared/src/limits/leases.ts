import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors/catalogue.ts'
import type { Budget } from './counters.ts'
import { type Limiter, tooManyRequests } from './limiter.ts'

/** A key takes its budget in so many parts: frequent operations ask Redis once per part, not each time. */
const PARTS = 100
/** Keys that are remembered; one that is forgotten asks again. */
const MOST_KEYS = 50_000

/** What a key may still do here without asking; it expires with the budget's window. */
interface Lease {
  left: number
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
}

export function createLeases(limiter: Limiter, { points, seconds }: Budget): Leases {
  const size = Math.max(1, Math.floor(points / PARTS))
  const leases = new LRUCache<string, Lease>({ max: MOST_KEYS })
  const asking = new Map<string, Promise<void>>()

  const ask = async (key: string) => {
    const endsIn = (ms: number) => Date.now() + Math.min(Math.max(ms, 0), seconds * 1000)
    try {
      const { msBeforeNext } = await limiter.take(key, size)
      leases.set(key, { left: size, isRefused: false, until: endsIn(msBeforeNext) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      leases.set(key, {
        left: 0,
        isRefused: true,
        until: endsIn(Number(error.headers['retry-after']) * 1000),
      })
    } finally {
      asking.delete(key)
    }
  }

  const tryTake = (key: string): boolean => {
    const lease = leases.get(key)
    if (!lease || lease.left === 0 || lease.until <= Date.now()) return false
    lease.left -= 1
    return true
  }
  const judge = (key: string): void => {
    const lease = leases.get(key)
    const left = (lease?.until ?? 0) - Date.now()
    if (lease?.isRefused && left > 0) throw tooManyRequests(left)
  }

  const askAndTake = async (key: string) => {
    // Those that wait for the same answer share it; who comes away empty asks again.
    do {
      const question = asking.get(key) ?? ask(key)
      if (!asking.has(key)) asking.set(key, question)
      await question
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
  }
}
