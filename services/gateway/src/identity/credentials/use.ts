import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000

/** The keys whose use this process recorded within the last minute. */
export type UsesWritten = LRUCache<string, true>

export const createUsesWritten = (): UsesWritten => new LRUCache({ max: 10_000, ttl: MINUTE_MS })

/**
 * Whether to record a use now: once a minute, so that not every request is a write; only one of simultaneous requests
 * writes.
 */
export function isUseDue(written: UsesWritten, key: string, lastUsed: Date | null): boolean {
  if (lastUsed !== null && Date.now() - lastUsed.getTime() < MINUTE_MS) return false
  if (written.has(key)) return false
  written.set(key, true)
  return true
}
