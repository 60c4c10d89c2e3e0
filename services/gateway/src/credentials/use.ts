import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000

/** The keys whose use this process wrote down within the last minute. */
export type UsesWritten = LRUCache<string, true>

export const createUsesWritten = (): UsesWritten => new LRUCache({ max: 10_000, ttl: MINUTE_MS })

/**
 * Whether the use of something is to be written down now. Once a minute will do, so that a request does not mean a
 * write; of requests at the same moment one writes.
 */
export function isUseDue(written: UsesWritten, key: string, lastUsed: Date | null): boolean {
  if (lastUsed !== null && Date.now() - lastUsed.getTime() < MINUTE_MS) return false
  if (written.has(key)) return false
  written.set(key, true)
  return true
}
