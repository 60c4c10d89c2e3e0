import type { Queries } from '@agora/shared/database/sql'
import { LRUCache } from 'lru-cache'
import type { Reader } from './sql.ts'
import { countUnread } from './store.ts'

/** What the number of a section's unread threads depends on, as counters that only grow. */
export interface CountedSection {
  id: string
  /** Counts changes in the section. Absent for guests and clients, to whom nothing is unread. */
  activity?: number
}

/** The number of unread threads by section id; a missing id means 0. */
export type UnreadCounts = ReadonlyMap<string, number>

interface Known {
  activity: number
  readingChanges: number
  count: number
}

const NOTHING: UnreadCounts = new Map()
/** Counts that a process caches, one per member and section: a few megabytes. */
const MAX_KNOWN = 50_000
/** Milliseconds. During a rolling upgrade, the previous version changes what is unread without counting the change. */
const KNOWN_FOR = 60_000

export type UnreadCounter = ReturnType<typeof createUnreadCounter>

/**
 * Counts unread threads once per change rather than once per request. A count is cached with the counters it was
 * computed at: changes in the section, and changes in the member's own reading. Both are read again in the statement
 * that answers the request, and both grow in the transaction of any change that affects a count, on any replica: a
 * stale count is never returned.
 */
export function createUnreadCounter(db: Queries) {
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN, ttl: KNOWN_FOR })

  return async function count(
    reader: Reader,
    readingChanges: number | null,
    sections: readonly CountedSection[],
  ): Promise<UnreadCounts> {
    if (reader.userId === null) return NOTHING
    const counts = new Map<string, number>()
    const missing: string[] = []
    for (const { id, activity } of sections) {
      const entry = known.get(`${reader.userId}/${id}`)
      if (entry?.activity === activity && entry?.readingChanges === readingChanges)
        counts.set(id, entry.count)
      else missing.push(id)
    }
    if (missing.length === 0) return counts
    for (const { id, ...entry } of await countUnread(db, reader, missing)) {
      known.set(`${reader.userId}/${id}`, entry)
      counts.set(id, entry.count)
    }
    return counts
  }
}
