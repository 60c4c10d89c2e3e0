import type pg from 'pg'
import type { Change } from './timeline.ts'

/** When a record was looked at, and for which fields. */
export interface Instant {
  at: number
  bits: number
}

export interface History {
  instants: Instant[]
  changes: Change[]
}

/** SQL: a timestamptz(3) column as whole milliseconds. A double has room for them, and is cheaper than `extract`. */
export const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`

/** SQL: the same the other way round. */
export const time = (ms: string) => `to_timestamp(${ms}::float8 / 1000)`

/** All that is kept of these records besides their rows. */
export async function readHistories(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<Map<number, History>> {
  const histories = new Map<number, History>(ids.map((id) => [id, { instants: [], changes: [] }]))
  const instants = await client.query<[number, number, number]>({
    rowMode: 'array',
    text: `SELECT record_id, ${ms('retrieved_at')}, fields FROM observation WHERE record_id = ANY($1::bigint[])`,
    values: [ids],
  })
  for (const [id, at, bits] of instants.rows) histories.get(id)?.instants.push({ at, bits })
  const changes = await client.query<[number, string, number, string | null]>({
    rowMode: 'array',
    text: `SELECT record_id, field, ${ms('start')}, value::text FROM change WHERE record_id = ANY($1::bigint[])`,
    values: [ids],
  })
  for (const [id, field, start, text] of changes.rows) histories.get(id)?.changes.push({ field, start, text })
  return histories
}
