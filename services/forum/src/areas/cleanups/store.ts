import { NIL, newId } from '@agora/shared/contracts/ids'
import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { UNDONE_WITHIN_DAYS } from './schemas.ts'

export interface CleanupRow {
  id: string
  threads: number
  posts: number
  isDone: boolean
}

/** Who works on a cleanup. */
export interface Worker {
  id: string
  asAdministrator: boolean
  traceparent: string
}

const COLUMNS = 'id, threads, posts, done_at IS NOT NULL AS "isDone"'

/** Begins a cleanup, unless the same moderator has one of the same member under way: then it is that one. */
export async function insertCleanup(
  tx: Transaction,
  cleanup: { userId: string; by: Worker; since: Date | null; reason: string },
): Promise<CleanupRow> {
  const { userId, by, since, reason } = cleanup
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('cleanup ' || ${userId}, 0))`)
  return tx.one<CleanupRow>(sql`
    WITH running AS (
      SELECT ${raw(COLUMNS)} FROM cleanup
      WHERE user_id = ${userId}::uuid AND created_by_id = ${by.id}::uuid AND done_at IS NULL AND undone_by_id IS NULL
      LIMIT 1
    ),
    begun AS (
      INSERT INTO cleanup (
        id, user_id, created_by_id, since, reason, place, thread_place, as_administrator, traceparent
      )
      SELECT ${newId()}::uuid, ${userId}::uuid, ${by.id}::uuid, ${since}::timestamptz, ${reason}, ${NIL}::uuid,
        ${NIL}::uuid, ${by.asAdministrator}, ${by.traceparent}
      WHERE NOT EXISTS (SELECT FROM running)
      RETURNING ${raw(COLUMNS)}
    )
    SELECT * FROM running UNION ALL SELECT * FROM begun`)
}

const newest = (userId: string, creatorId: string | null) => sql`
    SELECT ${raw(COLUMNS)} FROM cleanup
    WHERE user_id = ${userId}::uuid AND (${creatorId}::uuid IS NULL OR created_by_id = ${creatorId}::uuid)
      AND created_at > now() - make_interval(days => ${UNDONE_WITHIN_DAYS}::int)
    ORDER BY created_at DESC, id DESC LIMIT 1`

/** The newest cleanup of a member that can still be undone: by anybody, or by this moderator. */
export const findCleanup = (db: Queries, userId: string, creatorId: string | null) =>
  db.maybeOne<CleanupRow>(newest(userId, creatorId))

/** Begins to undo the same cleanup, whether it has come to its end or not. */
export async function beginUndoing(
  tx: Transaction,
  userId: string,
  { creatorId, by }: { creatorId: string | null; by: Worker },
): Promise<CleanupRow | undefined> {
  const cleanup = await tx.maybeOne<CleanupRow>(sql`${newest(userId, creatorId)} FOR UPDATE`)
  if (!cleanup) return undefined
  const undoing = await tx.maybeOne<CleanupRow>(sql`
    UPDATE cleanup SET done_at = NULL, undone_by_id = ${by.id}::uuid, as_administrator = ${by.asAdministrator},
      traceparent = ${by.traceparent}
    WHERE id = ${cleanup.id}::uuid AND undone_by_id IS NULL
    RETURNING ${raw(COLUMNS)}`)
  return undoing ?? cleanup
}

/** What can no longer be undone is forgotten. */
export const purgeCleanups = (db: Queries): Promise<number> =>
  purgeRows(
    db,
    'cleanup',
    sql`done_at IS NOT NULL AND created_at < now() - make_interval(days => ${UNDONE_WITHIN_DAYS}::int)`,
  )
