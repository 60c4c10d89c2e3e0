import { type Queries, raw, type Sql, sql } from './sql.ts'

/** Rows per statement, so that none holds its locks for long. */
const BATCH = 5_000

/**
 * Deletes the rows of a table that match a condition, in short batches; returns how many. Replicas that purge at once
 * take different rows.
 */
export async function purgeRows(db: Queries, table: string, condition: Sql): Promise<number> {
  const name = raw(table)
  for (let purged = 0; ; ) {
    const deleted = await db.rowCount(sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${name} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ))`)
    purged += deleted
    if (deleted < BATCH) return purged
  }
}
