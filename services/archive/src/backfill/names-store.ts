import { type Queries, sql } from '@agora/shared/database/sql'
import { nameFieldOf } from '../observations/types.ts'
import type { Progress } from './progress-store.ts'

/** Writes the names of the next records; returns the last of them, undefined if there are none. */
export async function saveNames(
  tx: Queries,
  { position, until }: Progress,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ last: number | null }>(sql`
    WITH next AS (
      SELECT id, latest -> (${JSON.stringify(nameFieldOf)}::json ->> type) ->> 3 AS name FROM record
      WHERE id > ${position} AND id <= ${until} ORDER BY id LIMIT ${limit}
    ), named AS (
      UPDATE record SET name = next.name FROM next WHERE record.id = next.id AND next.name IS NOT NULL
    )
    SELECT max(id) AS last FROM next`)
  return rows[0]?.last ?? undefined
}
