import { tryLockImport } from '@agora/shared/database/import-lock'
import type { Queries } from '@agora/shared/database/sql'
import { saveNames } from './names-store.ts'
import { endProgress, findProgress, saveProgress } from './progress-store.ts'

/** How many records a transaction processes. */
const RECORDS = 2_000

/**
 * Gives the records of earlier releases, which kept no names, theirs. 'done' if none are left, 'more' also while an
 * importer runs, which must be the only writer; it writes the names of what it touches by itself.
 */
export async function nameRecords(tx: Queries): Promise<'more' | 'done'> {
  if (!(await tryLockImport(tx, 'archive'))) return 'more'
  const progress = await findProgress(tx, 'names')
  if (!progress) return 'done'
  const last = await saveNames(tx, progress, RECORDS)
  if (last === undefined) {
    await endProgress(tx, 'names')
    return 'done'
  }
  await saveProgress(tx, 'names', last)
  return 'more'
}
