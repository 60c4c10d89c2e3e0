import type { Suite } from '@agora/testing/suite'
import pg from 'pg'

/** One statement in the gateway's own tables, to look at what no route shows or to move the clock of a row. */
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

/** How a link’s visibility and rank read. */
export const nowAndThen = <Value>(value: Value) => ({
  now: { value },
  // biome-ignore lint/suspicious/noThenProperty: the contract names it so; it is no function
  then: { value },
})
