import type { Transaction } from '@agora/shared/database/sql'
import type { Addressed } from './addressed.ts'
import { NOW } from './sql.ts'

/** The places of a thread, nearest section first: the nearest choice decides. */
const PLACES = `place AS MATERIALIZED (
    SELECT section_id, n FROM (
      SELECT s.id AS section_id, 0 AS n FROM thread AS t JOIN section AS s ON s.id = t.section_id WHERE t.id = $1::uuid
      UNION ALL
      SELECT (a.value ->> 'id')::uuid, a.ordinality::int FROM thread AS t JOIN section AS s ON s.id = t.section_id,
        jsonb_array_elements(s.ancestors) WITH ORDINALITY AS a WHERE t.id = $1::uuid
    ) AS places
  )`

/** The columns of every notification about a post. */
const COLUMNS = 'id, user_id, kind, time, cause, thread_id, first_position, last_position'

/** Whether the member `user` has already seen what was written at `time`. */
const isRead = (user: string, time: string) => `${time} <= coalesce(greatest(
    (SELECT read_at FROM read_mark AS m WHERE m.user_id = ${user} AND m.thread_id = $1::uuid),
    (SELECT floor FROM read_floor AS f WHERE f.user_id = ${user})
  ), '-infinity')`

const NOTIFY_ADDRESSED = `
  WITH addressed AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS a (
      kind "NotificationKind", "userId" uuid, name text, "postId" uuid, position int, "authorId" uuid, "editorId" uuid,
      ctime timestamptz, "isEdit" boolean
    )
  ),
  named AS (
    SELECT a.*, u.id AS member FROM addressed AS a JOIN known_user AS u ON u.id = a."userId" AND u.erased_at IS NULL
    UNION ALL
    SELECT a.*, u.id FROM addressed AS a
    JOIN thread_participant AS w ON w.thread_id = $1::uuid AND w.position < a.position
    JOIN known_user AS u ON u.id = w.user_id AND u.display_name = a.name AND u.erased_at IS NULL
  )
  INSERT INTO notification (${COLUMNS})
  SELECT uuidv7(), member, kind, ${NOW}, "postId", $1::uuid, position, position
  FROM (
    SELECT DISTINCT ON (member, "postId") * FROM named
    WHERE member NOT IN ("authorId", "editorId") AND ("isEdit" OR NOT ${isRead('member', 'ctime')})
    ORDER BY member, "postId", kind
  ) AS notified
  ORDER BY position, member
  ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING
  RETURNING user_id AS "userId"`

const NOTIFY_OF_NEW_THREAD = `
  WITH ${PLACES},
  opened AS (SELECT p.id, p.author_id, p.ctime FROM post AS p WHERE p.thread_id = $1::uuid AND p.position = 0),
  watcher AS (
    SELECT DISTINCT ON (s.user_id) s.user_id, s.level, s.time
    FROM place JOIN subscription AS s ON s.target_id = place.section_id
    ORDER BY s.user_id, place.n
  )
  INSERT INTO notification (${COLUMNS})
  SELECT uuidv7(), w.user_id, 'NewThread', ${NOW}, opened.id, $1::uuid, 0, 0
  FROM opened CROSS JOIN watcher AS w
  WHERE w.level = 'Watching' AND w.time < opened.ctime AND w.user_id <> opened.author_id
    AND NOT ${isRead('w.user_id', 'opened.ctime')}
  ORDER BY w.user_id
  ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING
  RETURNING user_id AS "userId"`

/** A member whom a reply names is not notified of it twice. */
const NOTIFY_OF_REPLIES = `
  WITH ${PLACES},
  reply AS MATERIALIZED (
    SELECT p.id, p.position, p.author_id, p.ctime FROM post AS p
    WHERE p.thread_id = $1::uuid AND p.position = ANY($2::int[])
  ),
  watcher AS (
    SELECT s.user_id, s.time AS since, -1 AS after FROM subscription AS s
    WHERE s.target_id = $1::uuid AND s.level = 'Watching'
    UNION ALL
    SELECT w.user_id, '-infinity', w.position FROM thread_participant AS w
    LEFT JOIN notification_setting AS setting ON setting.user_id = w.user_id
    WHERE w.thread_id = $1::uuid AND coalesce(setting.auto_watch, true)
      AND NOT EXISTS (SELECT FROM subscription AS own WHERE own.target_id = $1::uuid AND own.user_id = w.user_id)
      AND 'Muted' IS DISTINCT FROM (
        SELECT s.level FROM place JOIN subscription AS s ON s.target_id = place.section_id AND s.user_id = w.user_id
        ORDER BY place.n LIMIT 1
      )
  ),
  notified AS (
    SELECT w.user_id, min(r.position) AS first, max(r.position) AS last
    FROM watcher AS w JOIN reply AS r
      ON r.author_id <> w.user_id AND r.ctime > w.since AND r.position > w.after
    WHERE NOT EXISTS (SELECT FROM notification AS named WHERE named.user_id = w.user_id AND named.cause = r.id)
      AND NOT ${isRead('w.user_id', 'r.ctime')}
    GROUP BY w.user_id
  )
  INSERT INTO notification AS n (${COLUMNS})
  SELECT uuidv7(), user_id, 'Reply', ${NOW}, NULL, $1::uuid, first, last FROM notified ORDER BY user_id
  ON CONFLICT (user_id, thread_id) WHERE kind = 'Reply' AND read_at IS NULL
  DO UPDATE SET last_position = greatest(n.last_position, excluded.last_position), time = excluded.time, seq = excluded.seq
  RETURNING user_id AS "userId"`

type Notified = Promise<string[]>

async function notify(tx: Transaction, name: string, text: string, values: unknown[]): Notified {
  const { rows } = await tx.query<{ userId: string }>({ name, text, values })
  return rows.map(({ userId }) => userId)
}

/** Notifies members who are mentioned or quoted, once for each post; returns whom. */
export const notifyAddressed = (
  tx: Transaction,
  threadId: string,
  addressed: readonly Addressed[],
): Notified => notify(tx, 'notify-addressed', NOTIFY_ADDRESSED, [threadId, JSON.stringify(addressed)])

/** Notifies those who watch the section, or the nearest ancestor for which they have made a choice; returns whom. */
export const notifyOfNewThread = (tx: Transaction, threadId: string): Notified =>
  notify(tx, 'notify-of-new-thread', NOTIFY_OF_NEW_THREAD, [threadId])

/** Notifies those who watch a thread of the posts at these positions; returns whom. */
export const notifyOfReplies = (tx: Transaction, threadId: string, positions: readonly number[]): Notified =>
  notify(tx, 'notify-of-replies', NOTIFY_OF_REPLIES, [threadId, positions])
