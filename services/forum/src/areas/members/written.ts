import type { Queries } from '@agora/shared/database/sql'
import { LRUCache } from 'lru-cache'
import { countWritten, type Written } from './store-posts.ts'

/** Members whose counts a process caches. */
const MAX_KNOWN = 5_000
/** How long a count may lag behind, in milliseconds. */
const KNOWN_FOR = 10_000

const NOTHING: Written = { threads: 0, posts: 0 }

export type WrittenCounter = ReturnType<typeof createWrittenCounter>

/**
 * Counts what a member has written in the few sections that somebody may not read. No tally is kept of it, since
 * whoever changes a section's readers would change all of them; so counts are kept for some seconds.
 */
export function createWrittenCounter(db: Queries) {
  const known = new LRUCache<string, Promise<Written>>({ max: MAX_KNOWN, ttl: KNOWN_FOR })

  return (userId: string, sections: readonly string[]): Promise<Written> => {
    if (sections.length === 0) return Promise.resolve(NOTHING)
    const key = [userId, ...[...sections].sort()].join(' ')
    const counted = known.get(key) ?? countWritten(db, userId, sections)
    known.set(key, counted, { noUpdateTTL: true })
    counted.catch(() => known.delete(key))
    return counted
  }
}
