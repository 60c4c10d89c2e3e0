import { openNodebb } from '@agora/moving/nodebb/source'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** What an import asks of a NodeBB before it reads it. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

/** A NodeBB's store with nothing but these settings of its Markdown. */
async function nodebbWith(schema: string, settings: object): Promise<string> {
  const url = `${database.adminUrl}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  await client.query(
    `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.legacy_hash (_key text PRIMARY KEY, data jsonb)`,
  )
  await client.query(`INSERT INTO ${schema}.legacy_hash VALUES ('settings:markdown', $1)`, [settings])
  await client.end()
  return url
}

it.each([
  ['nodebb_html', { html: 'on' }, false],
  ['nodebb_none', { html: 'off' }, true],
  ['nodebb_fresh', {}, true],
] as const)(
  'HTML in its Markdown is what its operator made of it: %s',
  async (schema, settings, showsTags) => {
    const url = await nodebbWith(schema, settings)
    const opened = await openNodebb(url, { name: 'nodebb', address: undefined })
    expect(opened?.dialect.showsTags).toBe(showsTags)
    await opened?.close()
  },
)
