import type { Queries } from '@agora/shared/database/sql'
import { LRUCache } from 'lru-cache'
import type { Reader } from './sql.ts'
import { countUnread } from './store.ts'

/** What the number of a section's unread threads depends on, as numbers that only grow. */
export interface CountedSection {
  id: string
  /** How often something happened in the section. Absent for guests and clients, to whom nothing is unread. */
  activity?: number
}

/** The number of unread threads by section id; 0 where it has none. */
export type UnreadCounts = ReadonlyMap<string, number>

interface Known {
  activity: number
  readingChanges: number
  count: number
}

const NOTHING: UnreadCounts = new Map()
/** Counts that a process remembers, one a member and section: some megabytes. */
const MOST_KNOWN = 50_000
/** Milliseconds. In a rolling upgrade an earlier version changes what is unread without counting the change. */
const KNOWN_FOR = 60_000

export type UnreadCounter = ReturnType<typeof createUnreadCounter>

/**
 * Counts unread threads once a change rather than once a request. A count is remembered with what it was counted at: how
 * often something had happened in the section, and how often the member's own reading had changed. Both are read anew,
 * in the statement that answers the request, and both grow in the transaction of what changes a count, on whichever
 * replica: a count that has become wrong is never told.
 */
export function createUnreadCounter(db: Queries) {
  const known = new LRUCache<string, Known>({ max: MOST_KNOWN, ttl: KNOWN_FOR })

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
