import { rowReads } from '@agora/shared/database/row-reads'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedForum } from '../../../bench/data/seed.mjs'
import type { ListKind } from '../src/areas/thread-lists/schemas.ts'
import { readThreadList } from '../src/areas/thread-lists/store.ts'
import { Explained } from './helpers/explained.ts'

/** What lists across sections read, taken from plans, which scan no table that grows. */
const THREADS = 6_000
const COUNTED = 1_000
/** Of a first page: twenty threads of each section at most, what the page shows of its own, and what the member has chosen. */
const FIRST_PAGE = 1_200

let database: TestDatabase
let client: pg.Client
let forum: Awaited<ReturnType<typeof seedForum>>
let root: string
const db = Object.assign(new Explained(), rowReads)

beforeAll(async () => {
  database = await createTestDatabase()
  forum = await seedForum(database.adminUrl, { posts: THREADS, threads: THREADS, members: 500 })
  client = new pg.Client({ connectionString: database.urls.forum, options: '-c search_path=forum' })
  await client.connect()
  db.on(client)
  const { rows } = await client.query(
    `INSERT INTO subscription (target_id, user_id, level)
     SELECT s.id, $1::uuid, 'Watching' FROM section AS s WHERE key = 'bench' RETURNING target_id`,
    [forum.active.id],
  )
  root = rows[0].target_id
  await client.query('ANALYZE subscription')
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})
beforeEach(() => db.forget())

const guest = { userId: null, since: null }
const member = () => ({ userId: forum.active.id, since: forum.since })

describe.each<[ListKind, 'guest' | 'member', 'everywhere' | 'below a section']>([
  ['Latest', 'guest', 'below a section'],
  ['Latest', 'member', 'below a section'],
  ['Watched', 'member', 'everywhere'],
  ['Watched', 'member', 'below a section'],
])('%s for a %s, %s', (kind, who, where) => {
  test.each([
    [0, FIRST_PAGE],
    [COUNTED - 20, 2 * THREADS],
  ])(
    'reads of a page from thread %i on fewer than %i rows, and none to count them all',
    async (offset, most) => {
      const filter = {
        kind,
        sectionId: where === 'everywhere' ? null : root,
        closed: [],
        reader: who === 'guest' ? guest : member(),
        withOpening: true,
      }
      const { count, threads } = await readThreadList(db, filter, { offset, limit: 20 })
      expect([count, threads.length]).toEqual([COUNTED, 20])
      // Which scans nothing whole; a page that far is looked for in each section.
      expect(await db.rowsRead()).toBeLessThan(most)
    },
  )
})
