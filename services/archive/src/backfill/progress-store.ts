import { type Queries, sql } from '@agora/shared/database/sql'

/** What a release changes in the records that there were when it was migrated to. */
type Backfill = 'collections' | 'names'

export interface Progress {
  /** The last record that is done, and the last to do. */
  position: number
  until: number
}

/** What is left to do; undefined if nothing. */
export async function findProgress(tx: Queries, backfill: Backfill): Promise<Progress | undefined> {
  const { rows } = await tx.query<Progress>(
    sql`SELECT position, until FROM backfill WHERE name = ${backfill} FOR UPDATE`,
  )
  return rows[0]
}

export async function saveProgress(tx: Queries, backfill: Backfill, position: number): Promise<void> {
  await tx.query(sql`UPDATE backfill SET position = ${position} WHERE name = ${backfill}`)
}

export async function endProgress(tx: Queries, backfill: Backfill): Promise<void> {
  await tx.query(sql`DELETE FROM backfill WHERE name = ${backfill}`)
}
