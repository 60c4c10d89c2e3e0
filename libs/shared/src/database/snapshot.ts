import pg from 'pg'

/** How many rows are in memory. */
const ROWS = 250

/** Another software's database, as it was when it was opened: an import only reads it. */
export interface Snapshot {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The rows of a statement, a few at a time; one statement at a time. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): AsyncGenerator<Row>
  close(): Promise<void>
}

/** @param name the connection's, for its operator. */
export async function openSnapshot(url: string, name: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  // A connection that breaks while idle is reported by the next query.
  client.on('error', () => {})
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    rows: async function* <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      await client.query(`DECLARE read NO SCROLL CURSOR FOR ${text}`, [...values])
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${ROWS} FROM read`)
        yield* rows
        if (rows.length < ROWS) break
      }
      await client.query('CLOSE read')
    },
    close: () => client.end(),
  }
}

/** Which of these tables a database lacks. */
export async function missingTables(snapshot: Snapshot, tables: readonly string[]): Promise<string[]> {
  const missing = await snapshot.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL',
    [tables],
  )
  return missing.map(({ name }) => name)
}

/** How many rows these tables have, each in the words that say what they are; nothing of those that are empty or not there. */
export async function countRows(
  snapshot: Snapshot,
  words: Readonly<Record<string, string>>,
): Promise<string[]> {
  const counted: string[] = []
  const missing = new Set(await missingTables(snapshot, Object.keys(words)))
  for (const [table, what] of Object.entries(words)) {
    if (missing.has(table)) continue
    const [row] = await snapshot.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
    if (row && row.count > 0) counted.push(`${row.count} ${what}`)
  }
  return counted
}
