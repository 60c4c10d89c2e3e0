import type pg from 'pg'
import type { Instant } from './timeline.ts'

/** SQL: a timestamptz(3) column as whole milliseconds. A double has room for them, and is cheaper than `extract`. */
export const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`

/** SQL: the same the other way round. */
export const time = (ms: string) => `to_timestamp(${ms}::float8 / 1000)`

/** All instants of these records, in order. */
export async function readHistories(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<Map<number, Instant[]>> {
  const histories = new Map<number, Instant[]>(ids.map((id) => [id, []]))
  const { rows } = await client.query<[number, number, number, string | null]>({
    rowMode: 'array',
    text: `
      SELECT record_id, ${ms('retrieved_at')}, fields, changes::text FROM observation
      WHERE record_id = ANY($1::bigint[]) ORDER BY record_id, retrieved_at`,
    values: [ids],
  })
  for (const [id, at, bits, changes] of rows) histories.get(id)?.push({ at, bits, changes })
  return histories
}
