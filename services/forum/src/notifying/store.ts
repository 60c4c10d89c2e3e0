import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { LOCK } from './sql.ts'

/** Queues a revision for notification; the thread's row is locked. */
export async function enqueueRevision(
  tx: Transaction,
  { threadId, postId, position }: { threadId: string; postId: string; position: number },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO untold_revision (thread_id, post_id, position)
    VALUES (${threadId}::uuid, ${postId}::uuid, ${position}::int)`)
}

/** Waits until nobody else writes notifications. */
export async function lockNotifications(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${raw(LOCK)})::text`)
}

/** Whether the lock was free, and is now held. */
export async function tryLockNotifications(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${raw(LOCK)}) AS locked`,
  )
  return rows[0]!.locked
}

const READING = `hashtext(current_schema() || ' reading'), hashtext`

/**
 * Held by whoever marks a thread as read, until the transaction ends. It waits for a notifier that is about to commit,
 * so that the statements that follow see its notifications.
 */
export async function lockReading(tx: Transaction, threadId: string): Promise<void> {
  await tx.query({
    name: 'lock-reading',
    text: `SELECT pg_advisory_xact_lock_shared(${READING}($1::text))::text`,
    values: [threadId],
  })
}

/** Waits until nobody is marking one of these threads as read, and keeps others waiting. */
export async function lockReadings(tx: Transaction, threadIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-readings',
    text: `
      SELECT pg_advisory_xact_lock(${READING}(id))::text
      FROM (SELECT DISTINCT id FROM unnest($1::text[]) AS thread (id) ORDER BY id) AS thread`,
    values: [threadIds],
  })
}

/** A revision queued for notification, by its number: within a thread, numbers follow commits. */
export interface Untold {
  seq: number
  threadId: string
  /** The length of its HTML and of the one before it, in bytes. */
  bytes: number
}

/** The oldest that are not postponed. */
export async function readUntold(db: Queries, limit: number): Promise<Untold[]> {
  const { rows } = await db.query<Untold>({
    name: 'untold',
    text: `
      SELECT u.seq, u.thread_id AS "threadId", coalesce((
        SELECT sum(octet_length(r.html)) FROM revision AS r
        WHERE r.post_id = u.post_id AND r.position IN (u.position, u.position - 1)
      ), 0)::int AS bytes
      FROM untold_revision AS u
      WHERE u.put_off_until IS NULL OR u.put_off_until <= now() ORDER BY u.seq LIMIT $1`,
    values: [limit],
  })
  return rows
}

/** Postpones a revision that failed: for a second, then twice as long each time, up to a day. */
export async function postpone(db: Queries, seq: number): Promise<void> {
  await db.query(sql`
    UPDATE untold_revision SET attempts = attempts + 1,
      put_off_until = now() + least(interval '1 second' * 2 ^ least(attempts, 20), interval '1 day')
    WHERE seq = ${seq}`)
}

/** A queued revision as it was written. */
export interface UntoldRevision {
  threadId: string
  postId: string
  /** The revision's position: 0 is a new post. */
  revision: number
  /** The post's position in its thread. */
  position: number
  ctime: Date
  authorId: string
  /** The revision's author. */
  editorId: string
  /** Null if it hides the body. */
  html: string | null
  /** The previous revision's; null if there is none, or it hid the body. */
  earlierHtml: string | null
}

/** Takes the queued ones of these revisions, in the order of writing; they are done when the transaction commits. */
export async function takeUntold(tx: Transaction, seqs: readonly number[]): Promise<UntoldRevision[]> {
  const { rows } = await tx.query<UntoldRevision>({
    name: 'take-untold',
    text: `
      WITH taken AS (DELETE FROM untold_revision WHERE seq = ANY($1::bigint[]) RETURNING *)
      SELECT p.thread_id AS "threadId", p.id AS "postId", taken.position AS revision, p.position, p.ctime,
        p.author_id AS "authorId", r.author_id AS "editorId", r.html, earlier.html AS "earlierHtml"
      FROM taken JOIN post AS p ON p.id = taken.post_id
      JOIN revision AS r ON r.post_id = p.id AND r.position = taken.position
      LEFT JOIN revision AS earlier ON earlier.post_id = p.id AND earlier.position = taken.position - 1
      ORDER BY taken.seq`,
    values: [seqs],
  })
  return rows
}

/** How long the oldest revision that is not put off, or the oldest reaction, has waited, in seconds. */
export async function readDelay(db: Queries): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>({
    name: 'untold-delay',
    text: `
      SELECT coalesce(greatest((
        SELECT extract(epoch FROM clock_timestamp() - uuid_extract_timestamp(r.id))
        FROM untold_revision AS u JOIN revision AS r ON r.post_id = u.post_id AND r.position = u.position
        WHERE u.put_off_until IS NULL ORDER BY u.seq LIMIT 1
      ), (
        SELECT extract(epoch FROM clock_timestamp() - time) FROM reaction
        WHERE told_in IS NULL AND is_given ORDER BY time LIMIT 1
      )), 0)::float8 AS seconds`,
  })
  return rows[0]!.seconds
}

/** The number of revisions put off after failing; they are few. */
export async function countPostponed(db: Queries): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'put-off',
    text: 'SELECT count(*)::int AS count FROM untold_revision WHERE put_off_until IS NOT NULL',
  })
  return rows[0]!.count
}
