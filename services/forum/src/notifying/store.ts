import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { LOCK } from './sql.ts'

/** Revisions of one thread that are told of together: bounds what one transaction does. */
const MOST_AT_ONCE = 100
/** Among so many of the oldest those of one thread are found: in a rush a thread is told of once for many replies. */
const WINDOW = 2_000

/** Notes a revision that members are to be told of; the thread's row is locked. */
export async function noteRevision(
  tx: Transaction,
  { threadId, postId, position }: { threadId: string; postId: string; position: number },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO untold_revision (thread_id, post_id, position)
    VALUES (${threadId}::uuid, ${postId}::uuid, ${position}::int)`)
}

/** Waits until nobody else makes notifications. */
export async function lockNotifications(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${raw(LOCK)})::text`)
}

/** Whether nobody else is making notifications. */
export async function tryLockNotifications(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${raw(LOCK)}) AS locked`,
  )
  return rows[0]!.locked
}

/** The number of the newest revision that members are to be told of; null where there is none. */
export async function newestUntold(db: Queries): Promise<number | null> {
  const { rows } = await db.query<{ newest: number | null }>({
    name: 'newest-untold',
    text: 'SELECT max(seq)::int8 AS newest FROM untold_revision',
  })
  return rows[0]!.newest
}

/** A revision that members are to be told of, as it was written. */
export interface UntoldRevision {
  threadId: string
  postId: string
  /** The revision's: 0 is a new post. */
  revision: number
  /** The post's, in its thread. */
  position: number
  ctime: Date
  authorId: string
  /** Who wrote the revision. */
  editorId: string
  /** Null where it hides the body. */
  source: string | null
  /** Of the revision before; null where there is none, or it hid the body. */
  earlierSource: string | null
}

/**
 * Takes the oldest revisions of one thread, in the order of their writing, if the first is none after `upTo`; they are told of
 * when the transaction commits.
 */
export async function takeUntold(tx: Transaction, upTo: number): Promise<UntoldRevision[]> {
  const { rows } = await tx.query<UntoldRevision>({
    name: 'take-untold',
    text: `
      WITH waiting AS MATERIALIZED (
        SELECT seq, thread_id FROM untold_revision ORDER BY seq LIMIT ${WINDOW}
      ),
      taken AS (
        DELETE FROM untold_revision WHERE seq IN (
          SELECT seq FROM waiting WHERE thread_id = (SELECT thread_id FROM waiting WHERE seq <= $1::bigint ORDER BY seq LIMIT 1)
          ORDER BY seq LIMIT ${MOST_AT_ONCE}
        )
        RETURNING *
      )
      SELECT p.thread_id AS "threadId", p.id AS "postId", taken.position AS revision, p.position, p.ctime,
        p.author_id AS "authorId", r.author_id AS "editorId", r.source, earlier.source AS "earlierSource"
      FROM taken JOIN post AS p ON p.id = taken.post_id
      JOIN revision AS r ON r.post_id = p.id AND r.position = taken.position
      LEFT JOIN revision AS earlier ON earlier.post_id = p.id AND earlier.position = taken.position - 1
      ORDER BY taken.seq`,
    values: [upTo],
  })
  return rows
}

/** How long the oldest revision that nobody was told of has waited, in seconds. */
export async function readDelay(db: Queries): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>({
    name: 'untold-delay',
    text: `
      SELECT coalesce((
        SELECT extract(epoch FROM clock_timestamp() - r.time)
        FROM untold_revision AS u JOIN revision AS r ON r.post_id = u.post_id AND r.position = u.position
        ORDER BY u.seq LIMIT 1
      ), 0)::float8 AS seconds`,
  })
  return rows[0]!.seconds
}
