import { tryLockImport } from '@agora/shared/database/import-lock'
import { sql, type Transaction } from '@agora/shared/database/sql'

export interface Progress {
  /** The last record that is done, and the last to do. */
  position: number
  until: number
}

/**
 * Goes on with what a release changes in the records that there were when it was migrated to. `change` does the next few and
 * returns the last of them, undefined if none are left. 'done' then, 'more' also while an importer runs, which must be the
 * only writer.
 */
export async function goOn(
  tx: Transaction,
  backfill: 'collections' | 'names',
  change: (progress: Progress) => Promise<number | undefined>,
): Promise<'more' | 'done'> {
  if (!(await tryLockImport(tx, 'archive'))) return 'more'
  const progress = await tx.maybeOne<Progress>(
    sql`SELECT position, until FROM backfill WHERE name = ${backfill} FOR UPDATE`,
  )
  if (!progress) return 'done'
  const last = await change(progress)
  if (last === undefined) {
    await tx.query(sql`DELETE FROM backfill WHERE name = ${backfill}`)
    return 'done'
  }
  await tx.query(sql`UPDATE backfill SET position = ${last} WHERE name = ${backfill}`)
  return 'more'
}
