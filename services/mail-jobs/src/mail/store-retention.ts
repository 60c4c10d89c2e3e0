import type { Database } from '@agora/shared/database/database'
import { sql } from '@agora/shared/database/sql'
import { deleteJobs } from '../tasks/store.ts'

/** Per transaction, so that none holds its locks for long. */
const BATCH = 1_000

/**
 * Deletes mails with a known outcome that were requested more than this many days ago, with their jobs. Replicas take
 * different ones.
 */
export async function purgeMails(db: Database, days: number): Promise<void> {
  while ((await purgeSome(db, days)) === BATCH);
}

const purgeSome = (db: Database, days: number): Promise<number> =>
  db.transaction(async (tx) => {
    const tasks = await tx.scalars<string>(sql`
      DELETE FROM outbound_email WHERE id IN (
        SELECT id FROM outbound_email
        WHERE outcome IS NOT NULL AND created_at <= now() - make_interval(days => ${days}::int)
        ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      RETURNING task_id`)
    await deleteJobs(tx, tasks)
    return tasks.length
  })
