import pg from 'pg'
import type { Keyspace, Scored } from './keyspace.ts'

/** NodeBB on Postgres: one table for each type of Redis value. */
export async function openPostgres(url: string): Promise<Keyspace> {
  const client = new pg.Client({ connectionString: url, application_name: 'agora-forum-import' })
  // A connection that breaks while idle is reported by the next query.
  client.on('error', () => {})
  await client.connect()
  // One snapshot for all reads.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const byKey = async <Row extends { key: string }>(text: string, keys: readonly string[]) => {
    const { rows } = await client.query<Row>(text, [keys])
    return grouped(rows)
  }
  return {
    hashes: async (keys) => {
      const found = await byKey<{ key: string; data: Record<string, unknown> }>(
        'SELECT _key AS key, data FROM legacy_hash WHERE _key = ANY($1)',
        keys,
      )
      return keys.map((key) => found.get(key)?.[0]?.data)
    },
    sorted: async (keys) => {
      const found = await byKey<{ key: string } & Scored>(
        `SELECT _key AS key, value, score::float8 AS score FROM legacy_zset WHERE _key = ANY($1) ORDER BY score, value`,
        keys,
      )
      return keys.map((key) => found.get(key) ?? [])
    },
    lists: async (keys) => {
      const found = await byKey<{ key: string; array: string[] }>(
        'SELECT _key AS key, "array" FROM legacy_list WHERE _key = ANY($1)',
        keys,
      )
      return keys.map((key) => found.get(key)?.[0]?.array ?? [])
    },
    close: () => client.end(),
  }
}

function grouped<Row extends { key: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.key)
    if (group) group.push(row)
    else groups.set(row.key, [row])
  }
  return groups
}
