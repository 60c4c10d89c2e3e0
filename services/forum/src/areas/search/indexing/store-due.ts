import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** Queues posts of threads for indexing, from these positions on. */
export async function queueThreads(
  tx: Transaction,
  threads: readonly { threadId: string; position: number | null }[],
): Promise<void> {
  if (threads.length === 0) return
  await tx.query({
    name: 'search-queue-threads',
    text: `
      INSERT INTO search_due_thread AS due (thread_id, position)
      SELECT thread_id, min(position) FROM unnest($1::uuid[], $2::int[]) AS thread (thread_id, position)
      GROUP BY thread_id ORDER BY thread_id
      ON CONFLICT (thread_id) DO UPDATE SET position = least(due.position, excluded.position), turn = due.turn + 1`,
    values: [threads.map(({ threadId }) => threadId), threads.map(({ position }) => position ?? 0)],
  })
}

/** Records the form in which the index is written from now on; returns whether it was another one. */
export const adoptForm = (db: Queries, form: number) =>
  db.hasRows(sql`
    INSERT INTO search_form AS f (id, form) VALUES (1, ${form}::int)
    ON CONFLICT (id) DO UPDATE SET form = excluded.form WHERE f.form <> excluded.form`)

/** Whether threads are to be indexed as a whole, or all of them because the form of the index has changed. */
export const isIndexingDue = (db: Queries, form: number) =>
  db.scalar<boolean>({
    name: 'search-is-due',
    text: `
      SELECT EXISTS (SELECT FROM search_due_thread)
        OR NOT EXISTS (SELECT FROM search_form WHERE form = $1::int) AS "isDue"`,
    values: [form],
  })

export interface DueThread {
  threadId: string
  /** The position of the first post to look at. */
  position: number
  turn: number
}

export const readDueThreads = (db: Queries, limit: number) =>
  db.all<DueThread>({
    name: 'search-due-threads',
    text: 'SELECT thread_id AS "threadId", position, turn FROM search_due_thread LIMIT $1',
    values: [limit],
  })

const ADVANCE = `
  WITH done AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS done ("threadId" uuid, turn int, next int)
  ), ended AS (
    DELETE FROM search_due_thread AS due USING done
    WHERE due.thread_id = done."threadId" AND due.turn = done.turn AND done.next IS NULL
  )
  UPDATE search_due_thread AS due SET position = done.next FROM done
  WHERE due.thread_id = done."threadId" AND due.turn = done.turn AND done.next IS NOT NULL`

/**
 * Records how far threads are indexed; `next` is null if finished. A thread that was queued again since is left alone.
 */
export async function advanceThreads(
  db: Queries,
  done: readonly { threadId: string; turn: number; next: number | null }[],
): Promise<void> {
  await db.query({ name: 'search-advance', text: ADVANCE, values: [JSON.stringify(done)] })
}

export const COUNTED = 10_000

/** The number of threads due, counted up to a limit. */
export const countDueThreads = (db: Queries) =>
  db.scalar<number>(sql`
    SELECT count(*)::int AS due FROM (SELECT FROM search_due_thread LIMIT ${COUNTED}) AS counted`)
