import type { Transaction } from '@agora/shared/database/sql'
import { MARKS, markSql } from '@agora/shared/users/mark'
import type { Addressed } from './addressed.ts'
import { NOW } from './sql.ts'

/** The ids of the section of the thread aliased `t` and of those above it, nearest first: the nearest choice decides. */
const SECTIONS = `(
    SELECT s.id || ARRAY(
      SELECT (above.value ->> 'id')::uuid FROM jsonb_array_elements(s.ancestors) WITH ORDINALITY AS above
      ORDER BY above.ordinality
    ) FROM section AS s WHERE s.id = t.section_id
  )`

/** The columns of every notification about a post. */
const COLUMNS = 'id, user_id, kind, time, cause, thread_id, first_position, last_position'

const NOTIFIED = 'RETURNING id, user_id AS "userId"'

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
  )
  INSERT INTO notification (${COLUMNS})
  SELECT uuidv7(), member, kind, ${NOW}, "postId", "threadId", position, position
  FROM (
    SELECT DISTINCT ON (member, "postId") * FROM named
    WHERE member NOT IN ("authorId", "editorId") AND ("isEdit" OR ctime > ${seenAt('member', '"threadId"')})
    ORDER BY member, "postId", kind
  ) AS notified
  ORDER BY ctime, member
  ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING
  ${NOTIFIED}`

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
  )
  INSERT INTO notification (${COLUMNS})
  SELECT uuidv7(), w.user_id, 'NewThread', ${NOW}, w.id, w.thread_id, 0, 0
  FROM watcher AS w
  WHERE w.level = 'Watching' AND w.time < w.ctime AND w.user_id <> w.author_id
    AND w.ctime > ${seenAt('w.user_id', 'w.thread_id')}
  ORDER BY w.ctime, w.user_id
  ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING
  ${NOTIFIED}`

/**
 * A member whom a reply names is not notified of it twice. Rows that others may have locked are changed in the order in
 * which `markReadByIds` and `markReadUntil` lock them.
 */
const NOTIFY_OF_REPLIES = `
  WITH reply AS MATERIALIZED (
    SELECT p.thread_id, p.id, p.position, p.author_id, p.ctime
    FROM unnest($1::uuid[], $2::int[]) AS due (thread_id, position) JOIN post AS p USING (thread_id, position)
  ),
  place AS MATERIALIZED (
    SELECT t.id AS thread_id, ${SECTIONS} AS sections FROM thread AS t WHERE t.id = ANY($1::uuid[])
  ),
  watcher AS (
    SELECT s.target_id AS thread_id, s.user_id, s.time AS since, -1 AS after
    FROM place JOIN subscription AS s ON s.target_id = place.thread_id WHERE s.level = 'Watching'
    UNION ALL
    SELECT w.thread_id, w.user_id, '-infinity', w.position
    FROM place JOIN thread_participant AS w ON w.thread_id = place.thread_id
    LEFT JOIN notification_setting AS setting ON setting.user_id = w.user_id
    WHERE coalesce(setting.auto_watch, true)
      AND NOT EXISTS (SELECT FROM subscription AS own WHERE own.target_id = w.thread_id AND own.user_id = w.user_id)
      AND 'Muted' IS DISTINCT FROM (
        SELECT s.level FROM unnest(place.sections) WITH ORDINALITY AS near (section_id, n)
        JOIN subscription AS s ON s.target_id = near.section_id AND s.user_id = w.user_id
        ORDER BY near.n LIMIT 1
      )
  ),
  reader AS MATERIALIZED (
    SELECT w.thread_id, w.user_id, w.after, greatest(w.since, ${seenAt('w.user_id', 'w.thread_id')}) AS since
    FROM watcher AS w
  ),
  notified AS (
    SELECT w.thread_id, w.user_id, min(r.position) AS first, max(r.position) AS last
    FROM reader AS w JOIN reply AS r
      ON r.thread_id = w.thread_id AND r.author_id <> w.user_id AND r.ctime > w.since AND r.position > w.after
    WHERE NOT EXISTS (SELECT FROM notification AS named WHERE named.user_id = w.user_id AND named.cause = r.id)
    GROUP BY w.thread_id, w.user_id
  )
  INSERT INTO notification AS n (${COLUMNS})
  SELECT uuidv7(), user_id, 'Reply', ${NOW}, NULL, thread_id, first, last FROM notified ORDER BY thread_id, user_id
  ON CONFLICT (user_id, thread_id) WHERE kind = 'Reply' AND read_at IS NULL
  DO UPDATE SET last_position = greatest(n.last_position, excluded.last_position), time = excluded.time, seq = excluded.seq
  ${NOTIFIED}`

/** A notification that this transaction has created or changed, and so has locked. */
export interface Notified {
  id: string
  userId: string
}

const notify = async (tx: Transaction, name: string, text: string, values: unknown[]): Promise<Notified[]> =>
  (await tx.query<Notified>({ name, text, values })).rows

/** Notifies members who are mentioned or quoted, once for each post. */
export const notifyAddressed = (tx: Transaction, addressed: readonly Addressed[]): Promise<Notified[]> =>
  notify(tx, 'notify-addressed', NOTIFY_ADDRESSED, [JSON.stringify(addressed)])

/** Notifies those who watch the threads' sections, or the nearest ancestor for which they have made a choice. */
export const notifyOfNewThreads = (tx: Transaction, threads: readonly string[]): Promise<Notified[]> =>
  notify(tx, 'notify-of-new-threads', NOTIFY_OF_NEW_THREADS, [threads])

/** Notifies those who watch the replies' threads. */
export const notifyOfReplies = (
  tx: Transaction,
  replies: readonly { threadId: string; position: number }[],
): Promise<Notified[]> =>
  notify(tx, 'notify-of-replies', NOTIFY_OF_REPLIES, [
    replies.map(({ threadId }) => threadId),
    replies.map(({ position }) => position),
  ])

/**
 * Marks those notifications read, as far as their member has read the thread by now: those marks that were set after
 * the statements above had looked. The threads' readings are locked.
 */
export async function markReadMeanwhile(tx: Transaction, notified: readonly Notified[]): Promise<void> {
  await tx.query({
    name: 'read-meanwhile',
    text: `
      UPDATE notification AS n SET
        read_at = CASE WHEN n.last_position <= seen.position THEN ${NOW} END,
        first_position = CASE WHEN n.last_position <= seen.position THEN n.first_position ELSE seen.position + 1 END
      FROM unnest($1::uuid[]) AS own (id) JOIN notification AS told ON told.id = own.id
      JOIN read_mark AS m ON m.user_id = told.user_id AND m.thread_id = told.thread_id
      JOIN post AS first ON first.thread_id = told.thread_id AND first.position = told.first_position
        AND first.ctime <= m.read_at
      CROSS JOIN LATERAL (
        SELECT position FROM post
        WHERE post.thread_id = told.thread_id AND post.position BETWEEN told.first_position AND told.last_position
          AND post.ctime <= m.read_at
        ORDER BY position DESC LIMIT 1
      ) AS seen
      WHERE n.id = own.id AND n.read_at IS NULL`,
    values: [notified.map(({ id }) => id)],
  })
}
