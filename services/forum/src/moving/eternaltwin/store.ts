import pg from 'pg'

/** How many rows are in memory: a post's text may be long. */
const ROWS = 250

/** What of the schema is read, by the version that brought the last of it. */
const NEEDED = [
  'users',
  'users_history',
  'email_addresses',
  'oauth_clients',
  'forum_sections',
  'forum_threads',
  'forum_posts',
  'forum_post_revisions',
  'forum_role_grants',
  'dinoparc_user_links',
  'hammerfest_user_links',
  'twinoid_user_links',
]

/** An Eternaltwin's database, as it was when it was opened. */
export interface Eternaltwin {
  /** The rows of a statement, a few at a time; one statement at a time. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): AsyncGenerator<Row>
  close(): Promise<void>
}

/** @throws Error if it is no such database, or its encrypted columns do not open with the key */
export async function openEternaltwin(url: string, key: string): Promise<Eternaltwin> {
  const client = new pg.Client({ connectionString: url, application_name: 'agora-forum-import' })
  // A connection that breaks while idle is reported by the next query.
  client.on('error', () => {})
  await client.connect()
  try {
    // One snapshot for all reads.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await checkSchema(client)
    await checkKey(client, key)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
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

async function checkSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL',
    [NEEDED],
  )
  if (rows.length > 0)
    throw new Error(
      `this is no Eternaltwin of schema version 23 to 26: it has no ${rows.map(({ name }) => name).join(', ')}`,
    )
}

/** `external_routine_invocation_exception`: pgcrypto's "Wrong key or corrupt data". */
const WRONG_KEY = '39000'

async function checkKey(client: pg.Client, key: string): Promise<void> {
  const encrypted = `
    SELECT pgp_sym_decrypt_bytea(value, $1) FROM (
      (SELECT password AS value FROM users_history WHERE password IS NOT NULL LIMIT 1)
      UNION ALL (SELECT email_address FROM email_addresses LIMIT 1)
      UNION ALL (SELECT secret FROM oauth_clients LIMIT 1)
    ) AS encrypted`
  try {
    await client.query(encrypted, [key])
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === WRONG_KEY)) throw cause
    throw new Error(
      'ETERNALTWIN_SECRET does not open the encrypted columns: it is `secret` in their etwin.toml',
      {
        cause,
      },
    )
  }
}
