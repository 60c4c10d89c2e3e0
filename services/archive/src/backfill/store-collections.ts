import { raw, sql, type Transaction } from '@agora/shared/database/sql'
import { ms } from '../observations/sql-time.ts'
import { bitOf } from '../observations/types.ts'
import type { Progress } from './store-progress.ts'

/** The next records that have collections. */
export const findAccounts = (tx: Transaction, { position, until }: Progress, limit: number) =>
  tx.scalars<number>(
    sql`SELECT id FROM record WHERE type = 'GameAUser' AND id > ${position} AND id <= ${until} ORDER BY id LIMIT ${limit}`,
  )

/** An instant at which a collection changed. */
export interface Change {
  at: number
  changes: string
}

/** A record's changes after a time, in order. */
export const findChanges = (tx: Transaction, record: number, after: number, limit: number) =>
  tx.all<Change>(sql`
    SELECT ${raw(ms('retrieved_at'))} AS at, changes::text FROM observation
    WHERE record_id = ${record} AND retrieved_at > to_timestamp(${after}::float8 / 1000) AND fields & ${bitOf('GameAUser', 'collection')} <> 0
      AND changes -> 'collection' IS NOT NULL
    ORDER BY retrieved_at LIMIT ${limit}`)

/** Writes the values from these instants on. */
export async function saveChanges(
  tx: Transaction,
  record: number,
  written: readonly { at: number; changes: string | null }[],
): Promise<void> {
  await tx.query(sql`
    UPDATE observation SET changes = written.changes::json
    FROM unnest(${written.map(({ at }) => at)}::bigint[], ${written.map(({ changes }) => changes)}::text[]) AS written (at, changes)
    WHERE record_id = ${record} AND retrieved_at = to_timestamp(written.at::float8 / 1000)`)
}

export const findLatest = (tx: Transaction, record: number) =>
  tx.scalar<string>(sql`SELECT latest::text FROM record WHERE id = ${record}`)

export async function saveLatest(tx: Transaction, record: number, latest: string): Promise<void> {
  await tx.query(sql`UPDATE record SET latest = ${latest}::json WHERE id = ${record}`)
}
