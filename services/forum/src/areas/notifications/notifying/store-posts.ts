import type { Transaction } from '@agora/shared/database/sql'
import { MARKS, markSql } from '@agora/shared/users/mark'
import type { Addressed } from './addressed.ts'
import { NOW } from './store.ts'
import type { WrittenRevision } from './store-revisions.ts'

/** The ids of the section of the thread aliased `t` and of those above it, nearest first: the nearest choice decides. */
const SECTIONS = `(
    SELECT s.id || ARRAY(
      SELECT (above.value ->> 'id')::uuid FROM jsonb_array_elements(s.ancestors) WITH ORDINALITY AS above
      ORDER BY above.ordinality
    ) FROM section AS s WHERE s.id = t.section_id
  )`

/** The columns of every notification about a post. */
const COLUMNS = 'id, user_id, kind, time, cause, thread_id, first_position, last_position'

/** Who is notified by a statement that inserts notifications. */
const notified = (insert: string) => `told AS (${insert}
    RETURNING user_id, cause
  )
  SELECT user_id AS "userId", cause AS "postId",
    coalesce((SELECT changes FROM read_floor AS f WHERE f.user_id = told.user_id), 0) AS changes
  FROM told GROUP BY user_id, cause`

/** When what the member `user` has seen of a thread was written, at the latest. */
const seenAt = (user: string, thread: string) => `coalesce(greatest(
    (SELECT read_at FROM read_mark AS m WHERE m.user_id = ${user} AND m.thread_id = ${thread}),
    (SELECT floor FROM read_floor AS f WHERE f.user_id = ${user})
  ), '-infinity')`

const NOTIFY_ADDRESSED = `
  WITH addressed AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS a (
      kind "NotificationKind", "userId" uuid, name text, "threadId" uuid, "postId" uuid, position int,
      "authorId" uuid, "editorId" uuid, ctime timestamptz, "isEdit" boolean
    )
  ),
  named AS (
    SELECT a.*, u.id AS member FROM addressed AS a JOIN known_user AS u ON u.id = a."userId" AND u.erased_at IS NULL
    UNION ALL
    SELECT a.*, u.id FROM addressed AS a
    JOIN thread_participant AS w ON w.thread_id = a."threadId" AND w.position < a.position
    JOIN known_user AS u ON u.id = w.user_id AND u.erased_at IS NULL
      AND a.name IN (u.display_name, u.display_name || '${MARKS}' || ${markSql('u.id')})
  ), ${notified(`
    INSERT INTO notification (${COLUMNS})
    SELECT uuidv7(), member, kind, ${NOW}, "postId", "threadId", position, position
    FROM (
      SELECT DISTINCT ON (member, "postId") * FROM named
      WHERE member NOT IN ("authorId", "editorId") AND ("isEdit" OR ctime > ${seenAt('member', '"threadId"')})
      ORDER BY member, "postId", kind
    ) AS own
    ORDER BY ctime, member
    ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING`)}`

const NOTIFY_OF_NEW_THREADS = `
  WITH opened AS MATERIALIZED (
    SELECT t.id AS thread_id, p.id, p.author_id, p.ctime, ${SECTIONS} AS sections
    FROM thread AS t JOIN post AS p ON p.thread_id = t.id AND p.position = 0 WHERE t.id = ANY($1::uuid[])
  ),
  watcher AS (
    SELECT DISTINCT ON (opened.thread_id, s.user_id) opened.*, s.user_id, s.level, s.time
    FROM opened CROSS JOIN unnest(opened.sections) WITH ORDINALITY AS place (section_id, n)
    JOIN subscription AS s ON s.target_id = place.section_id
    ORDER BY opened.thread_id, s.user_id, place.n
  ), ${notified(`
    INSERT INTO notification (${COLUMNS})
    SELECT uuidv7(), w.user_id, 'NewThread', ${NOW}, w.id, w.thread_id, 0, 0
    FROM watcher AS w
    WHERE w.level = 'Watching' AND w.time < w.ctime AND w.user_id <> w.author_id
      AND w.ctime > ${seenAt('w.user_id', 'w.thread_id')}
    ORDER BY w.ctime, w.user_id
    ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING`)}`

/**
 * A member whom a reply names, of `$2` with `$3`, is not notified of it twice. A thread's replies are gathered before they
 * meet its watchers, of whom there may be thousands. Rows that others may have locked are changed in the order in which
 * `markReadByIds` and `markReadUntil` lock them.
 */
const NOTIFY_OF_REPLIES = `
  WITH replied AS MATERIALIZED (
    SELECT t.id AS thread_id, ${SECTIONS} AS sections, array_agg(r.position) AS positions, array_agg(r."postId") AS posts,
      array_agg(r."authorId") AS authors, array_agg(r.ctime) AS times
    FROM jsonb_to_recordset($1::jsonb) AS r (
      "threadId" uuid, "postId" uuid, position int, "authorId" uuid, ctime timestamptz
    ) JOIN thread AS t ON t.id = r."threadId" GROUP BY t.id
  ),
  watcher AS (
    SELECT s.target_id AS thread_id, s.user_id, s.time AS since, -1 AS after
    FROM replied JOIN subscription AS s ON s.target_id = replied.thread_id WHERE s.level = 'Watching'
    UNION ALL
    SELECT w.thread_id, w.user_id, '-infinity', w.position
    FROM replied JOIN thread_participant AS w ON w.thread_id = replied.thread_id
    LEFT JOIN notification_setting AS setting ON setting.user_id = w.user_id
    WHERE coalesce(setting.auto_watch, true)
      AND NOT EXISTS (SELECT FROM subscription AS own WHERE own.target_id = w.thread_id AND own.user_id = w.user_id)
      AND 'Muted' IS DISTINCT FROM (
        SELECT s.level FROM unnest(replied.sections) WITH ORDINALITY AS near (section_id, n)
        JOIN subscription AS s ON s.target_id = near.section_id AND s.user_id = w.user_id
        ORDER BY near.n LIMIT 1
      )
  ),
  reader AS MATERIALIZED (
    SELECT w.thread_id, w.user_id, w.after, greatest(w.since, ${seenAt('w.user_id', 'w.thread_id')}) AS since
    FROM watcher AS w
  ),
  ${notified(`
    INSERT INTO notification AS n (${COLUMNS})
    SELECT uuidv7(), w.user_id, 'Reply', ${NOW}, NULL, w.thread_id, own.first, own.last
    FROM reader AS w JOIN replied USING (thread_id) CROSS JOIN LATERAL (
      SELECT min(position) AS first, max(position) AS last
      FROM unnest(positions, posts, authors, times) AS r (position, post_id, author_id, ctime)
      WHERE author_id <> w.user_id AND ctime > w.since AND position > w.after
        AND (w.user_id, post_id) NOT IN (SELECT * FROM unnest($2::uuid[], $3::uuid[]))
    ) AS own
    WHERE own.first IS NOT NULL ORDER BY w.thread_id, w.user_id
    ON CONFLICT (user_id, thread_id) WHERE kind = 'Reply' AND read_at IS NULL
    DO UPDATE SET last_position = greatest(n.last_position, excluded.last_position), time = excluded.time, seq = excluded.seq`)}`

/** A member whom this transaction notifies. */
export interface Notified {
  userId: string
  /** The post that is the cause; null for replies, which are gathered. */
  postId: string | null
  /** How often their marks had changed when they were looked at. */
  changes: number
}

const notifyOf = async (
  tx: Transaction,
  name: string,
  text: string,
  about: readonly unknown[],
  values: unknown[] = [JSON.stringify(about)],
): Promise<Notified[]> => (about.length === 0 ? [] : tx.all<Notified>({ name, text, values }))

/** Notifies members who are mentioned or quoted, once for each post. */
export const notifyAddressed = (tx: Transaction, addressed: readonly Addressed[]): Promise<Notified[]> =>
  notifyOf(tx, 'notify-addressed', NOTIFY_ADDRESSED, addressed)

/** Notifies those who watch the threads' sections, or the nearest ancestor for which they have made a choice. */
export const notifyOfNewThreads = (tx: Transaction, threads: readonly string[]): Promise<Notified[]> =>
  notifyOf(tx, 'notify-of-new-threads', NOTIFY_OF_NEW_THREADS, threads, [threads])

/** Notifies those who watch the replies' threads, but not of replies that name them. */
export const notifyOfReplies = (
  tx: Transaction,
  replies: readonly WrittenRevision[],
  named: readonly Notified[],
): Promise<Notified[]> =>
  notifyOf(tx, 'notify-of-replies', NOTIFY_OF_REPLIES, replies, [
    JSON.stringify(replies, ['threadId', 'postId', 'position', 'authorId', 'ctime']),
    named.map(({ userId }) => userId),
    named.map(({ postId }) => postId),
  ])

/**
 * Marks the notifications after this number read, as far as their members have read the threads by now: those marks that
 * were set after the statements above had looked. The threads' readings are locked.
 */
export async function markReadMeanwhile(
  tx: Transaction,
  notified: readonly Notified[],
  after: number,
): Promise<void> {
  // The earliest look at each member's marks.
  const changes = new Map(notified.map((one) => [one.userId, one.changes] as const).reverse())
  await tx.query({
    name: 'read-meanwhile',
    text: `
      UPDATE notification AS n SET
        read_at = CASE WHEN n.last_position <= seen.position THEN ${NOW} END,
        first_position = CASE WHEN n.last_position <= seen.position THEN n.first_position ELSE seen.position + 1 END
      FROM unnest($1::uuid[], $2::bigint[]) AS member (id, changes)
      JOIN read_floor AS f ON f.user_id = member.id AND f.changes <> member.changes
      JOIN notification AS told ON told.user_id = member.id AND told.seq > $3
      JOIN read_mark AS m ON m.user_id = told.user_id AND m.thread_id = told.thread_id
      CROSS JOIN LATERAL (
        SELECT position FROM post
        WHERE post.thread_id = told.thread_id AND post.position BETWEEN told.first_position AND told.last_position
          AND post.ctime <= m.read_at
        ORDER BY position DESC LIMIT 1
      ) AS seen
      WHERE n.id = told.id AND n.read_at IS NULL`,
    values: [[...changes.keys()], [...changes.values()], after],
  })
}
