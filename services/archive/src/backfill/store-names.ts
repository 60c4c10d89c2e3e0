import { sql, type Transaction } from '@agora/shared/database/sql'
import { nameFieldOf } from '../observations/types.ts'
import { goOn, type Progress } from './store-progress.ts'

/** How many records a transaction processes. */
const RECORDS = 2_000

/** Gives the records of earlier releases, which kept no names, theirs. An importer writes the names of what it touches. */
export const nameRecords = (tx: Transaction): Promise<'more' | 'done'> =>
  goOn(tx, 'names', (progress) => saveNames(tx, progress))

/** Writes the names of the next records; returns the last of them, undefined if there are none. */
async function saveNames(tx: Transaction, { position, until }: Progress): Promise<number | undefined> {
  const last = await tx.scalar<number | null>(sql`
    WITH next AS (
      SELECT id, latest -> (${JSON.stringify(nameFieldOf)}::json ->> type) ->> 3 AS name FROM record
      WHERE id > ${position} AND id <= ${until} ORDER BY id LIMIT ${RECORDS}
    ), named AS (
      UPDATE record SET name = next.name FROM next WHERE record.id = next.id AND next.name IS NOT NULL
    )
    SELECT max(id) FROM next`)
  return last ?? undefined
}
