import { type ServiceName, schemaOf } from '@agora/shared/contracts/services'
import pg from 'pg'
import type { Suite } from './suite.ts'

/** Runs one statement on a service's own tables, to see what no route shows or to change the times of a row. */
export async function queryTables<Row extends pg.QueryResultRow>(
  { database }: Pick<Suite, 'database'>,
  service: ServiceName,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: database.urls[service],
    options: `-c search_path=${schemaOf(service)}`,
  })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
