import { NIL } from '@agora/shared/contracts/ids'
import type { Queries, Transaction } from '@agora/shared/database/sql'
import { NOW, notify } from './store.ts'

const AT_ONCE = 500

const UNTOLD = `reaction WHERE told_in IS NULL AND is_given`

export const hasUntoldReactions = (db: Queries) =>
  db.scalar<boolean>({
    name: 'untold-reactions',
    text: `SELECT EXISTS (SELECT FROM ${UNTOLD}) AS untold`,
  })

/**
 * Those of one post are one notification while it is unread. Somebody who takes theirs back at the same time is passed
 * over. An author whose account was erased is not notified.
 */
const NOTIFY = `
  WITH due AS MATERIALIZED (
    SELECT post_id, key, user_id, time FROM ${UNTOLD} ORDER BY time LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED
  ),
  gathered AS MATERIALIZED (
    SELECT p.id, p.author_id, p.thread_id, p.position, count(*)::int AS reactions,
      (array_agg(due.user_id ORDER BY due.time DESC))[1] AS last
    FROM due JOIN post AS p ON p.id = due.post_id GROUP BY p.id
  ),
  notified AS (
    INSERT INTO notification AS n (
      id, user_id, kind, time, actor_id, thread_id, first_position, last_position, reactions
    )
    SELECT uuidv7(), author_id, 'Reaction', ${NOW}, last, thread_id, position, position, reactions
    FROM gathered
    WHERE NOT EXISTS (SELECT FROM known_user AS u WHERE u.id = author_id AND u.erased_at IS NOT NULL)
    ORDER BY thread_id, position
    ON CONFLICT (user_id, thread_id, first_position) WHERE kind = 'Reaction' AND read_at IS NULL
    DO UPDATE SET reactions = n.reactions + excluded.reactions, actor_id = excluded.actor_id, time = excluded.time,
      seq = excluded.seq
    RETURNING id, user_id, thread_id, first_position
  ),
  told AS (
    UPDATE reaction AS r SET told_in = coalesce(notified.id, '${NIL}')
    FROM due JOIN gathered ON gathered.id = due.post_id
    LEFT JOIN notified ON notified.thread_id = gathered.thread_id AND notified.first_position = gathered.position
    WHERE r.post_id = due.post_id AND r.key = due.key AND r.user_id = due.user_id
  )
  SELECT DISTINCT user_id FROM notified`

/** Notifies authors of the oldest reactions that they do not know of. */
export const notifyOfReactions = (tx: Transaction): Promise<void> =>
  notify(tx, { name: 'notify-of-reactions', text: NOTIFY })

/** How long the oldest reaction that its post's author does not know of has waited, in seconds. */
export const readReactionDelay = (db: Queries) =>
  db.scalar<number>({
    name: 'reaction-delay',
    text: `
      SELECT coalesce((
        SELECT extract(epoch FROM clock_timestamp() - time) FROM ${UNTOLD} ORDER BY time LIMIT 1
      ), 0)::float8 AS seconds`,
  })
