import type pg from 'pg'
import { ms } from '../observations/sql-time.ts'

export interface TableDigest {
  table: string
  rows: number
  /** Equal for equal contents, whatever the order and the surrogate ids of the rows. */
  digest: string
}

const KEY = 'record.type, record.scope, record.subject'

/** The columns of a row, without its surrogate id. */
const tables: Record<string, string> = {
  record: `SELECT json_build_array(${KEY}, ${ms('archived_at')}, ${ms('retrieved_at')}, latest)::text AS row FROM record`,
  observation: `
    SELECT json_build_array(${KEY}, ${ms('observation.retrieved_at')}, fields, changes)::text AS row
    FROM observation JOIN record ON record.id = record_id`,
}

/** Compares archives: the sum of two 64-bit hashes of each row, for every table of observations. */
export async function digestArchive(client: pg.ClientBase): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const [table, rows] of Object.entries(tables)) {
    const result = await client.query<{ rows: number; one: string; two: string }>(`
      SELECT count(*) AS rows,
        coalesce(sum(hashtextextended(row, 1)::numeric), 0)::text AS one,
        coalesce(sum(hashtextextended(row, 2)::numeric), 0)::text AS two
      FROM (${rows}) AS contents`)
    const { rows: count, one, two } = result.rows[0]!
    digests.push({ table, rows: count, digest: `${hex(one)}${hex(two)}` })
  }
  return digests
}

const hex = (sum: string) => BigInt.asUintN(64, BigInt(sum)).toString(16).padStart(16, '0')
