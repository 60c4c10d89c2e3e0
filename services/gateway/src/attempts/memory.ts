import { LRUCache } from 'lru-cache'
import { ATTEMPT_WINDOW_MS, type AttemptLog } from './log.ts'

/** Counts in this process, for while Redis is away. */
export function memoryAttempts(): AttemptLog {
  const times = new LRUCache<string, number[]>({ max: 50_000, ttl: ATTEMPT_WINDOW_MS })
  const recent = (key: string) =>
    (times.get(key) ?? []).filter((time) => time > Date.now() - ATTEMPT_WINDOW_MS)
  return {
    count: async (key) => recent(key).length,
    admit: async (key, limit) => {
      const known = recent(key)
      if (known.length >= limit) return false
      times.set(key, [...known, Date.now()])
      return true
    },
    add: async (key, keep) => {
      times.set(key, [...recent(key), Date.now()].slice(-keep))
    },
    reset: async (key) => {
      times.delete(key)
    },
  }
}
