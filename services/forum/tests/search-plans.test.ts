import { newId } from '@agora/shared/contracts/ids'
import { rowReads } from '@agora/shared/database/row-reads'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchRequest } from '../src/areas/search/engine.ts'
import { createPostgresEngine } from '../src/areas/search/postgres/engine.ts'
import { filtersOf, SPANS, spansSql } from '../src/areas/search/postgres/lexemes.ts'
import { parseQuery } from '../src/areas/search/query.ts'
import { Explained } from './helpers/explained.ts'

/**
 * What a search reads of 60,000 documents: half contain the word `half`, one in a thousand `rare`, and each a word of
 * its own.
 */
const DOCUMENTS = 60_000
/** The candidates of one batch. */
const BATCH = 1_000

let database: TestDatabase
let client: pg.Client
const db = Object.assign(new Explained(), rowReads)
const [section, author] = [newId(), newId()]

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.urls.forum, options: '-c search_path=forum' })
  await client.connect()
  db.on(client)
  const filters = (of: { section: string; author: string }) =>
    filtersOf({
      subject: '',
      version: '',
      kind: 'post',
      language: 'simple',
      words: [],
      thread: of.section,
      time: '2024-06-15T12:00:00.000Z',
      ...of,
    })
  await client.query(
    `INSERT INTO search_document (number, subject_id, version, language, words)
     SELECT n, gen_random_uuid(), n, 'simple', to_tsvector('simple', concat_ws(' ',
         'every', 'own' || n, CASE WHEN n % 2 = 0 THEN 'half' END, CASE WHEN n % 1000 = 0 THEN 'rare' END
       )) || array_to_tsvector(CASE WHEN n % 500 = 0 THEN $1::text[] ELSE $2::text[] END || ${spansSql('n')})
     FROM generate_series(0, ${DOCUMENTS} - 1) AS n`,
    [filters({ section, author }), filters({ section: newId(), author: newId() })],
  )
  await client.query('VACUUM ANALYZE search_document')
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** A search's first batch, and the rows that it read for it. */
async function find(
  text: string,
  over: Partial<SearchRequest> = {},
): Promise<{ found: number; read: number }> {
  const { alternatives } = parseQuery(text)
  const request: SearchRequest = {
    alternatives,
    languages: ['simple', 'english'],
    kind: null,
    sections: null,
    thread: null,
    author: null,
    months: null,
    ...over,
  }
  const search = await createPostgresEngine(db, pino({ level: 'silent' })).search(request)
  db.forget()
  for await (const { length } of search?.candidates() ?? [])
    return { found: length, read: await db.rowsRead() }
  return { found: 0, read: await db.rowsRead() }
}

/** Each hit is looked up once more for its rank. */
const each = (found: number) => 2 * found

test.each(['half', 'every', 'half every', 'half or every', 'half -rare'])(
  'a search for “%s” reads of all that it matches the newest spans alone, as many as are enough',
  async (text) => {
    const { found, read } = await find(text)
    expect(found).toBe(BATCH)
    expect(read).toBeLessThanOrEqual(each(BATCH) + 2 * SPANS[0])
  },
)

test.each([
  ['rare', DOCUMENTS / 1_000],
  ['rare half', DOCUMENTS / 1_000],
  ['own17', 1],
  ['half own18', 1],
  ['nowhere', 0],
  ['half nowhere', 0],
])('a search for “%s” reads what it finds', async (text, number) => {
  const { found, read } = await find(text)
  expect(found).toBe(number)
  expect(read).toBeLessThanOrEqual(each(found) + 10)
})

test('a common word in a small section, or by one author, reads what it finds', async () => {
  for (const over of [{ sections: [section] }, { thread: section }, { author }]) {
    const { found, read } = await find('every', over)
    expect(found).toBe(DOCUMENTS / 500)
    expect(read).toBeLessThanOrEqual(each(found) + 10)
  }
})
