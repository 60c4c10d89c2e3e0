import { newId } from '@agora/shared/contracts/ids'
import { rowReads } from '@agora/shared/database/row-reads'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countUnread } from '../src/areas/reading/unread/store.ts'
import { readOverview, readSectionPage } from '../src/areas/sections/store.ts'
import { readThreadList } from '../src/areas/thread-lists/store.ts'
import { Explained } from './helpers/explained.ts'

/**
 * What is read where a forum has one section, as small communities do, and where it has several: the planner's estimates
 * differ most between these.
 */
const guest = { userId: null, since: null }

describe.each([
  ['the only section, without pinned threads', { others: 0, pinned: 0 }],
  ['one of eleven, with pinned threads', { others: 10, pinned: 10 }],
])(
  'among 50,000 threads of %s, a page is read from the nearer end, and no further than it lies:',
  (_, { others, pinned }) => {
    const THREADS = 50_000
    /** Of the threads that are skipped nothing is read but their places; of the page's own, threads, authors and section. */
    const readFor = (skipped: number) => skipped + 20 * 3 + 10
    const db = Object.assign(new Explained(), rowReads)
    let database: TestDatabase
    let client: pg.Client
    let section: string
    beforeAll(async () => {
      database = await createTestDatabase()
      client = new pg.Client({
        connectionString: database.urls.forum,
        options: '-c search_path=forum',
      })
      await client.connect()
      db.on(client)
      const { rows } = await client.query(`
      INSERT INTO section (id, key, display_name, position, thread_count)
      SELECT uuidv7(), 'large_' || n, 'Large', n, CASE WHEN n = 0 THEN ${THREADS} ELSE 100 END
      FROM generate_series(0, ${others}) AS n RETURNING id`)
      section = rows[0].id
      // Their times are scattered, so that no list's order is that of its rows.
      await client.query(
        `INSERT INTO thread (
         id, section_id, title, ctime, author_id, is_pinned, post_count, last_post_id, last_post_at, last_post_author_id
       )
       SELECT uuidv7(), ($1::uuid[])[CASE WHEN n > ${THREADS} THEN 2 + n % ${others || 1} ELSE 1 END], 'Thread ' || n, at, $2,
         n <= ${pinned}, 1, uuidv7(), at, $2
       FROM generate_series(1, ${THREADS + 100 * others}) AS n,
         LATERAL (SELECT now() - abs(hashint4(n) % 1000000) * interval '1 minute' AS at)`,
        [rows.map(({ id }) => id), newId()],
      )
      await client.query('ANALYZE section, thread')
    })
    afterAll(async () => {
      await client?.end()
      await database?.drop()
    })
    beforeEach(() => db.forget())

    test.each([
      ['first', 0, 0],
      ['middle', THREADS / 2, THREADS / 2],
      ['last', THREADS - 20, 20],
    ])('the %s of the section', async (_, offset, skipped) => {
      const page = { offset, limit: 20 }
      expect((await readSectionPage(db, { by: 'id', value: section }, page, guest))?.threads).toHaveLength(20)
      expect(await db.rowsRead()).toBeLessThan(readFor(skipped))
    })

    test('the front page, with the newest post of each section', async () => {
      expect((await readOverview(db, guest)).sections[0]?.lastPost).not.toBeNull()
      expect(await db.rowsRead()).toBeLessThan((others + 1) * 4)
    })

    test('what is unread to a member who has read all', async () => {
      const reader = { userId: newId(), since: new Date().toISOString() }
      expect(await countUnread(db, reader, [section])).toMatchObject([{ count: 0 }])
      expect(await db.rowsRead()).toBeLessThan(10)
    })

    describe.each([
      ['everywhere', () => null],
      ['in the section', () => section],
    ])('of the latest threads %s, which are counted up to 1,000,', (_, sectionId) => {
      const filter = () => ({
        kind: 'Latest' as const,
        sectionId: sectionId(),
        closed: [],
        reader: guest,
        withOpening: false,
      })
      test.each([
        ['first', 0],
        ['middle', 500],
        ['last', 980],
      ])('the %s', async (_, offset) => {
        const { count, threads } = await readThreadList(db, filter(), { offset, limit: 20 })
        expect([count, threads.length]).toEqual([1_000, 20])
        expect(await db.rowsRead()).toBeLessThan(readFor(offset + pinned))
      })

      test('and none beyond those that are looked at', async () => {
        const { threads } = await readThreadList(db, filter(), { offset: THREADS / 2, limit: 20 })
        expect(threads).toEqual([])
        expect(await db.rowsRead()).toBeLessThan(readFor(0))
      })
    })
  },
)
