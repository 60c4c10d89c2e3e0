import { createPool } from '@agora/shared/database/pool'
import type { Suite } from '@agora/testing/suite'
import pg from 'pg'
import { purgeExpired } from '../src/store-purge.ts'

/** Runs one statement on the gateway's own tables, to see what no route shows or to change the times of a row. */
export async function query<Row extends pg.QueryResultRow>(
  suite: Suite,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: suite.database.urls.gateway,
    options: '-c search_path=gateway',
  })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Deletes what has expired, as the gateway does each hour. */
export async function purge(suite: Suite): Promise<void> {
  const pool = createPool({ url: suite.database.urls.gateway, schema: 'gateway', size: 1, name: 'purge' })
  await purgeExpired(pool, { sign_in_places_days: 180 }).finally(() => pool.end())
}

/** A link’s visibility and rank, as answers show them. */
export const nowAndThen = <Value>(value: Value) => ({
  now: { value },
  // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is not a function
  then: { value },
})
