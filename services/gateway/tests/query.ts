import { createPool } from '@agora/shared/database/pool'
import { queryTables } from '@agora/testing/query'
import type { Suite } from '@agora/testing/suite'
import type pg from 'pg'
import { purgeExpired } from '../src/identity/store-purge.ts'

/** Runs one statement on the gateway's own tables. */
export const query = <Row extends pg.QueryResultRow>(suite: Suite, text: string, values?: unknown[]) =>
  queryTables<Row>(suite, 'gateway', text, values)

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
