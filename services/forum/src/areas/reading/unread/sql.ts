import { type ActorFacts, actorFactsSql, GUEST_FACTS } from '../../../authority/store.ts'
import { latestThreadsSql } from '../../../resources/sql.ts'

/** `unread_threads` stops counting here. */
const UNREAD_LIMIT = 1_000
/**
 * How many of a section's threads, latest first, are checked for unread ones: bounds the cost of a section without any.
 */
const LOOK_LIMIT = 2_000

/** Who reads, as two parameters: `userId` (null for a guest or a client) and `since`, the account's creation. */
export interface Reader {
  userId: string | null
  since: string | null
}

/** The common table expression `reader (id, floor)`: nothing older than the floor is unread to the member. */
export const readerSql = (userId: string, since: string) => `reader AS MATERIALIZED (
    SELECT ${userId}::uuid AS id,
      greatest(${since}::timestamptz, (SELECT floor FROM read_floor WHERE user_id = ${userId}::uuid)) AS floor
  )`

/** When anyone but the reader last posted in the thread aliased `t`. */
const NEWS = `CASE WHEN t.last_post_author_id = reader.id THEN t.last_other_post_at ELSE t.last_post_at END`

/** Whether the thread aliased `t` has something unread; needs `reader` in the FROM list. */
export const isUnreadSql = `coalesce(
    ${NEWS} > greatest(
      reader.floor,
      (SELECT read_at FROM read_mark AS m WHERE m.user_id = reader.id AND m.thread_id = t.id)
    ), false)`

/** The number of unread threads in a section; needs `reader` in the FROM list. Uses the index of the section's page. */
export const unreadThreadsSql = (sectionId: string) => `(
    SELECT count(*)::int FROM (
      SELECT FROM (
        ${latestThreadsSql({
          columns: `t.id, ${NEWS} AS news`,
          section: sectionId,
          where: 't.last_post_at > reader.floor',
          limit: LOOK_LIMIT,
        })}
      ) AS t
      LEFT JOIN read_mark AS m ON m.user_id = reader.id AND m.thread_id = t.id
      WHERE t.news > greatest(reader.floor, m.read_at)
      LIMIT ${UNREAD_LIMIT}
    ) AS unread
  )`

/** A counter of changes to what may be unread in a section, to anyone. */
export const activitySql = (sectionId: string) => `(
    SELECT coalesce(sum(changes), 0)::int8 FROM section_activity WHERE section_id = ${sectionId}
  )`

/** A counter of changes to the member's own reading. */
export const readingChangesSql = (userId: string) => `(
    SELECT coalesce(max(changes), 0)::int8 FROM read_floor WHERE user_id = ${userId}
  )`

/** What a page depends on besides its content. */
export interface MemberFacts {
  facts: ActorFacts
  /** Null for non-members. */
  readingChanges: number | null
}

/** The columns of `MemberFacts`. */
export const memberColumns = (forMember: boolean, userId: string) =>
  forMember
    ? `${actorFactsSql(userId)} AS facts, ${readingChangesSql(userId)} AS "readingChanges"`
    : `${GUEST_FACTS} AS facts, NULL AS "readingChanges"`

const SHARDS = 16
const shardSql = (threadId: string) => `get_byte(uuid_send(${threadId}), 15) % ${SHARDS}`

/**
 * Counts one more change in a section and returns the section's id: whatever locks rows after it selects from it.
 * `source` has the columns `thread` and `section_id`.
 */
export const recordActivitySql = (source: string) => `
    INSERT INTO section_activity AS a (section_id, shard, changes)
    SELECT section_id, ${shardSql('thread')}, 1 FROM ${source}
    ON CONFLICT (section_id, shard) DO UPDATE SET changes = a.changes + 1
    RETURNING section_id`

/** The row of `section_activity` aliased `a` that counts changes of a thread. */
export const activityOfSql = (a: string, sectionId: string, threadId: string) =>
  `${a}.section_id = ${sectionId} AND ${a}.shard = ${shardSql(threadId)}`

/** Counts one more change for each row of `from`; the counters exist, and their rows are locked. */
export const recordActivitiesSql = (sectionId: string, threadId: string, from: string) => `
    UPDATE section_activity AS a SET changes = a.changes + more.count
    FROM (
      SELECT ${sectionId} AS section_id, ${shardSql(threadId)} AS shard, count(*) FROM ${from} GROUP BY 1, 2
    ) AS more
    WHERE a.section_id = more.section_id AND a.shard = more.shard`
