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

/** SQL: a timestamptz(3) column as whole milliseconds. */
export const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`

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
