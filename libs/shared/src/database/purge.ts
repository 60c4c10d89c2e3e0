import { type Connection, raw, type Sql, sql } from './sql.ts'

/** Rows per statement, so that none holds its locks for long. */
const BATCH = 5_000

/**
 * Deletes the rows of a table that match a condition, in short batches; returns how many. Replicas that purge at once
 * take different rows.
 */
export async function purgeRows(db: Connection, table: string, condition: Sql): Promise<number> {
  const name = raw(table)
  for (let purged = 0; ; ) {
    const { rowCount } = await db.query(sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${name} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ))`)
    purged += rowCount ?? 0
    if (rowCount !== BATCH) return purged
  }
}
