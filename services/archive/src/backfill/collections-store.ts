import { type Connection, raw, sql } from '@agora/shared/database/sql'
import { ms } from '../observations/sql-time.ts'
import { bitOf } from '../observations/types.ts'
import type { Progress } from './progress-store.ts'

/** The next records that have collections. */
export async function findAccounts(
  tx: Connection,
  { position, until }: Progress,
  limit: number,
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    sql`SELECT id FROM record WHERE type = 'GameAUser' AND id > ${position} AND id <= ${until} ORDER BY id LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** An instant at which a collection changed. */
export interface Change {
  at: number
  changes: string
}

/** A record's changes after a time, in order. */
export async function findChanges(
  tx: Connection,
  record: number,
  after: number,
  limit: number,
): Promise<Change[]> {
  const { rows } = await tx.query<Change>(sql`
    SELECT ${raw(ms('retrieved_at'))} AS at, changes::text FROM observation
    WHERE record_id = ${record} AND retrieved_at > to_timestamp(${after}::float8 / 1000) AND fields & ${bitOf('GameAUser', 'collection')} <> 0
      AND changes -> 'collection' IS NOT NULL
    ORDER BY retrieved_at LIMIT ${limit}`)
  return rows
}

/** Writes the values from these instants on. */
export async function saveChanges(
  tx: Connection,
  record: number,
  written: readonly { at: number; changes: string | null }[],
): Promise<void> {
  await tx.query(sql`
    UPDATE observation SET changes = written.changes::json
    FROM unnest(${written.map(({ at }) => at)}::bigint[], ${written.map(({ changes }) => changes)}::text[]) AS written (at, changes)
    WHERE record_id = ${record} AND retrieved_at = to_timestamp(written.at::float8 / 1000)`)
}

export async function findLatest(tx: Connection, record: number): Promise<string> {
  const { rows } = await tx.query<{ latest: string }>(
    sql`SELECT latest::text FROM record WHERE id = ${record}`,
  )
  return rows[0]?.latest ?? '{}'
}

export async function saveLatest(tx: Connection, record: number, latest: string): Promise<void> {
  await tx.query(sql`UPDATE record SET latest = ${latest}::json WHERE id = ${record}`)
}
