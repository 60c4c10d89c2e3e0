import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import type { Database } from '@agora/shared/database/database'
import { rowReads } from '@agora/shared/database/row-reads'
import type { Queries, Transaction } from '@agora/shared/database/sql'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedForum } from '../../../bench/data/seed.mjs'
import { claimDigests, scheduleDigests } from '../src/areas/digests/store-due.ts'
import { countPostsWithin, countReportsAgainst } from '../src/areas/members/store.ts'
import { readMemberPosts, readMemberSummary } from '../src/areas/members/store-posts.ts'
import { countUnreadNotifications, readNotificationPage } from '../src/areas/notifications/store.ts'
import { readSinglePost } from '../src/areas/posts/store.ts'
import { insertReplies, insertReply } from '../src/areas/posts/store-replies.ts'
import { markRead } from '../src/areas/reading/store.ts'
import { countUnread, isUnread } from '../src/areas/reading/unread/store.ts'
import { readAssignment, readNotes } from '../src/areas/reports/store-work.ts'
import { readSanctionsWithin } from '../src/areas/sanctions/store.ts'
import { findSection, listSections, readSectionPage } from '../src/areas/sections/store.ts'
import { createPageReader } from '../src/areas/threads/page-reader.ts'
import { findThread, findThreads, readGuestPage, readMemberPages } from '../src/areas/threads/store.ts'
import { insertThread } from '../src/areas/threads/store-writes.ts'
import { readActorFacts } from '../src/authority/store.ts'
import { blankRemarks, deleteOwn } from '../src/erasure/store.ts'
import { Explained } from './helpers/explained.ts'

/**
 * What the statements of the hot routes read, on the benchmark's forum: a thread of 10,000 posts, a section with two
 * fifths of the threads, members who read much and one who was away for years. Taken from the plans that the server
 * settles on for the stores' own statements, not from a clock.
 */

let database: TestDatabase
let client: pg.Client
let forum: Awaited<ReturnType<typeof seedForum>>
const db = Object.assign(new Explained(), rowReads)

beforeAll(async () => {
  database = await createTestDatabase()
  forum = await seedForum(database.adminUrl, { posts: 10_000, threads: 500, members: 5_000 })
  client = new pg.Client({ connectionString: database.urls.forum, options: '-c search_path=forum' })
  await client.connect()
  db.on(client)
  await client.query(
    `INSERT INTO notification (id, user_id, kind, time, cause, thread_id, first_position, last_position)
     SELECT uuidv7(), CASE WHEN n % 2 = 0 THEN $1::uuid ELSE gen_random_uuid() END, 'NewThread', now(), uuidv7(), t.id, 0, 0
     FROM thread AS t, generate_series(1, 40) AS n`,
    [forum.away.id],
  )
  await client.query('ANALYZE notification')
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})
beforeEach(() => db.forget())

const rowsRead = () => db.rowsRead()

const guest = { userId: null, since: null }
const active = () => ({ userId: forum.active.id, since: forum.since })
const away = () => ({ userId: forum.away.id, since: forum.since })
const hot = () => ({ by: 'id', value: forum.hotSection }) as const
const long = () => ({ by: 'id', value: forum.longThread }) as const
const ofThread = (page: Page) => ({ reference: long(), page, keys: undefined })

describe('a page of a thread reads its posts, their revisions and authors, and what its section says:', () => {
  for (const offset of [0, 5_000, 9_990]) {
    test(`from post ${offset} of 10,000`, async () => {
      expect((await readGuestPage(db, ofThread({ offset, limit: 10 })))?.posts).toHaveLength(10)
      expect(await rowsRead()).toBeLessThan(10 * 5 + 10)
    })
  }

  test('by its key', async () => {
    const reference = { by: 'key', value: 'bench_long' } as const
    await readGuestPage(db, { ...ofThread({ offset: 0, limit: 10 }), reference })
    expect(await rowsRead()).toBeLessThan(10 * 5 + 10)
  })
})

describe('a page of a section reads its threads, from the end that is nearer:', () => {
  test.each([
    ['first', () => 0],
    ['last', () => forum.hotThreads - 20],
  ])('the %s', async (_, offset) => {
    const page = { offset: offset(), limit: 20 }
    expect((await readSectionPage(db, hot(), page, guest))?.threads).toHaveLength(20)
    expect(await rowsRead()).toBeLessThan(20 * 3 + 10)
  })

  test('by its key', async () => {
    await readSectionPage(db, { by: 'key', value: 'bench_0' }, { offset: 0, limit: 20 }, guest)
    expect(await rowsRead()).toBeLessThan(20 * 2 + 10)
  })

  test('with how each was opened: its first post, the revision, and its author', async () => {
    await readSectionPage(db, hot(), { offset: 0, limit: 20 }, guest, true)
    expect(await rowsRead()).toBeLessThan(20 * (2 + 3) + 10)
  })
})

describe('what a member’s page says besides is a few rows, however much is unread:', () => {
  for (const [who, reader] of [
    ['who reads much', active],
    ['who was away for years', away],
  ] as const) {
    test(`a section’s page, to one ${who}`, async () => {
      await readSectionPage(db, hot(), { offset: 0, limit: 20 }, reader())
      expect(await rowsRead()).toBeLessThan(20 * 5 + 20 + 10)
    })

    test(`a thread’s page, to one ${who}`, async () => {
      await readMemberPages(db, ofThread({ offset: 0, limit: 10 }), [reader().userId])
      expect(await rowsRead()).toBeLessThan(10 * 5 + 20 + 10)
    })

    test(`a thread’s page, to many who read it together with one ${who}`, async () => {
      const read = createPageReader(db as unknown as Queries)
      const others = 15
      const readers = [reader(), ...Array.from({ length: others }, active)]
      await Promise.all(readers.map((one) => read(ofThread({ offset: 0, limit: 10 }), one)))
      expect(await rowsRead()).toBeLessThan(10 * 5 + 20 + 10 + others * 5)
    })

    test(`the list of sections, to one ${who}`, async () => {
      await listSections(db, reader())
      expect(await rowsRead()).toBeLessThan(50)
    })
  }
})

describe('unread threads are counted at the cost of the threads with news:', () => {
  /** Each with the member's mark on it; a section checks at most its 2,000 latest. */
  const looked = () => 2 * forum.hotThreads

  test('of a section, to a member who reads much', async () => {
    await countUnread(db, active(), [forum.hotSection])
    expect(await rowsRead()).toBeLessThan(looked() + 10)
  })

  test('of a section, to one who was away for years', async () => {
    await countUnread(db, away(), [forum.hotSection])
    expect(await rowsRead()).toBeLessThan(looked() + 10)
  })

  test('of all sections: one statement, no thread twice', async () => {
    const { rows } = await client.query('SELECT id FROM section')
    await countUnread(
      db,
      away(),
      rows.map(({ id }) => id),
    )
    const { rows: counted } = await client.query('SELECT count(*)::int AS threads FROM thread')
    expect(await rowsRead()).toBeLessThan(2 * counted[0].threads + 10)
  })

  test('of one thread', async () => {
    await isUnread(db, away(), forum.longThread)
    expect(await rowsRead()).toBeLessThan(5)
  })
})

describe('what a member was told is read as far as it is shown and counted, however much there is:', () => {
  const recipient = () => ({ userId: forum.away.id, closed: [] })
  /** Each with its thread and its post, which decide on visibility. */
  const counted = 1_000 * 3

  test('a page', async () => {
    const page = { offset: 0, limit: 20 }
    const { count, notifications } = await readNotificationPage(db, recipient(), { unread: true }, page)
    expect({ count, length: notifications.length }).toEqual({ count: 1_000, length: 20 })
    expect(await rowsRead()).toBeLessThan(counted + 20 * 10 + 10)
  })

  test('the number of unread ones', async () => {
    expect(await countUnreadNotifications(db, recipient())).toBe(1_000)
    expect(await rowsRead()).toBeLessThan(counted + 10)
  })
})

describe('digests cost nothing for whom there is none:', () => {
  beforeAll(async () => {
    await client.query(`
      INSERT INTO notification_setting (user_id, email, digest_from, digest_due_at)
      SELECT gen_random_uuid(), 'Daily', now(), CASE WHEN n % 100 = 0 THEN now() + interval '1 hour' END
      FROM generate_series(1, 20000) AS n`)
    await client.query('ANALYZE notification_setting')
  })
  const transaction = db as unknown as Transaction

  test('a look at what is due', async () => {
    expect(await claimDigests(transaction)).toEqual({ seen: 0, digests: [] })
    expect(await rowsRead()).toBeLessThan(5)
  })

  test('telling 100 members who want none', async () => {
    await scheduleDigests(transaction, Array.from({ length: 100 }, newId))
    expect(await rowsRead()).toBeLessThan(5)
  })
})

describe('what decides on an act is a handful of rows:', () => {
  test('a member’s roles, mutes and name', async () => {
    await readActorFacts(db, forum.active.id)
    const { rows } = await client.query('SELECT count(*)::int AS own FROM sanction WHERE user_id = $1', [
      forum.active.id,
    ])
    expect(await rowsRead()).toBeLessThan(rows[0].own + 5)
  })

  test('a thread', async () => {
    await findThread(db, long(), null)
    expect(await rowsRead()).toBeLessThan(5)
  })

  test('threads that are asked for together', async () => {
    const wanted = forum.threads.slice(0, 20).map((id: string) => ({ id, userId: null }))
    expect((await findThreads(db, wanted)).size).toBe(20)
    expect(await rowsRead()).toBeLessThan(20 * 5)
  })

  test('a section', async () => {
    await findSection(db, hot(), null)
    expect(await rowsRead()).toBeLessThan(5)
  })

  test('a post by itself, with its revisions', async () => {
    const { rows } = await client.query('SELECT id FROM post WHERE thread_id = $1 AND position = 5000', [
      forum.longThread,
    ])
    const page = { offset: 0, limit: 10 }
    expect((await readSinglePost(db, rows[0].id, page, { source: true, userId: null }))?.post.position).toBe(
      5_000,
    )
    expect(await rowsRead()).toBeLessThan(10)
  })
})

describe('what a member wrote is found without reading all of it:', () => {
  const busiest = async () => {
    const { rows } = await client.query(
      'SELECT author_id AS id, count(*)::int AS posts FROM post GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    )
    return rows[0] as { id: string; posts: number }
  }

  test('how much it is', async () => {
    const { id, posts } = await busiest()
    expect((await readMemberSummary(db, id, [], { threads: 0, posts: 0 })).posts).toBeGreaterThan(posts / 2)
    expect(await rowsRead()).toBeLessThan(10)
  })

  for (const end of ['newest', 'oldest'])
    test(`the ${end} of it`, async () => {
      const { id, posts } = await busiest()
      const offset = end === 'newest' ? 0 : posts - 20
      await readMemberPosts(db, id, { moderated: null, closed: [], closedPosts: 0 }, { offset, limit: 10 })
      expect(await rowsRead()).toBeLessThan(20 * 7 + 10)
    })
})

describe('what moderators ask of a report or a member reads that alone:', () => {
  const ROWS = 20_000
  let report: string
  let members: string[]
  beforeAll(async () => {
    const { rows } = await client.query(
      'SELECT author_id AS id FROM post GROUP BY author_id ORDER BY count(*) DESC LIMIT 40',
    )
    members = rows.map(({ id }) => id)
    const anyone = '($2::uuid[])[1 + n % 40]'
    const made = await client.query(
      `INSERT INTO report (id, ctime, reporter_id, thread_id, section_id, target_author_id, reason)
       SELECT gen_random_uuid(), now(), gen_random_uuid(), gen_random_uuid(), $1, ${anyone}, 'Spam'
       FROM generate_series(1, ${ROWS}) AS n RETURNING id`,
      [forum.hotSection, members],
    )
    report = made.rows[0].id
    await client.query(
      `INSERT INTO sanction (id, user_id, section_id, kind, created_at, created_by_id, reason, internal_note)
       SELECT gen_random_uuid(), ${anyone}, $1, 'Warning', now(), gen_random_uuid(), '', ''
       FROM generate_series(1, ${ROWS}) AS n`,
      [forum.hotSection, members],
    )
    for (const table of [
      "report_note (id, report_id, position, time, author_id, body) SELECT gen_random_uuid(), $1, n, now(), $1, 'Noted.'",
      'report_assignment (report_id, position, time, assigned_by_id) SELECT $1, n, now(), $1',
    ])
      await client.query(`INSERT INTO ${table} FROM generate_series(0, ${ROWS}) AS n`, [report])
    await client.query('ANALYZE report, sanction, report_note, report_assignment')
  })

  test('the reports against a member', async () => {
    const { pending, resolved, rejected } = await countReportsAgainst(db, members[0]!, [forum.hotSection])
    expect(pending).toBeGreaterThanOrEqual(ROWS / 40)
    expect(await rowsRead()).toBeLessThan(pending + resolved + rejected + 10)
  })

  test('a member’s posts in a section, no more than are asked for, and the thread of each', async () => {
    expect(await countPostsWithin(db, members[0]!, [forum.hotSection], 100)).toBeLessThanOrEqual(100)
    expect(await rowsRead()).toBeLessThan(2 * 100 + 10)
  })

  test('a member’s posts anywhere, as they are counted already', async () => {
    expect(await countPostsWithin(db, members[0]!, null, 100)).toBeGreaterThan(100)
    expect(await rowsRead()).toBeLessThan(10)
  })

  test('a member’s sanctions, and those of the page', async () => {
    const page = { offset: 0, limit: 20 }
    const { count } = await readSanctionsWithin(db, members[0]!, [forum.hotSection], page)
    expect(count).toBe(ROWS / 40)
    expect(await rowsRead()).toBeLessThan((2 * ROWS) / 40 + 5 * 20 + 10)
  })

  test('a page of notes, wherever it begins', async () => {
    const { notes } = await readNotes(db, report, { offset: 15_000, limit: 20 })
    expect(notes).toHaveLength(20)
    expect(await rowsRead()).toBeLessThan(2 * 20 + 10)
  })

  test('the newest assignment', async () => {
    expect(await readAssignment(db, report)).toMatchObject({ assigneeId: null })
    expect(await rowsRead()).toBeLessThan(5)
  })
})

describe('a write touches its own rows:', () => {
  const content = () => ({
    authorId: forum.active.id,
    authorRole: null,
    html: '<p>New.</p>',
    source: 'New.',
    hasAdminBlock: false,
  })

  test('a reply to the thread of 10,000 posts', async () => {
    const { rows } = await client.query('SELECT section_id AS id FROM thread WHERE id = $1', [
      forum.longThread,
    ])
    const thread = { id: forum.longThread, sectionId: rows[0].id }
    const post = { id: newId(), revisionId: newId(), ...content() }
    expect(await insertReply(db, { thread, post, attempt: undefined }, false)).toMatchObject({
      postCount: 10_001,
    })
    db.renew(post.id, post.revisionId)
    expect(await rowsRead()).toBeLessThan(10)
  })

  test('replies to 20 threads, written together', async () => {
    const { rows } = await client.query<{ id: string; sectionId: string }>(
      'SELECT id, section_id AS "sectionId" FROM thread WHERE id = ANY($1::uuid[])',
      [forum.threads.slice(0, 20)],
    )
    const replies = rows.map((thread) => ({
      thread,
      post: { id: newId(), revisionId: newId(), ...content() },
      attempt: undefined,
    }))
    expect((await insertReplies(db, replies, false)).size).toBe(20)
    db.renew(...replies.flatMap(({ post }) => [post.id, post.revisionId]))
    expect(await rowsRead()).toBeLessThan(20 * 10)
  })

  test('a new thread in the hot section', async () => {
    const post = { id: newId(), revisionId: newId(), ...content() }
    const thread = { id: newId(), sectionId: forum.hotSection, title: 'New' }
    expect(await insertThread(db, thread, post, { attempt: undefined, isTold: false })).toBe(true)
    db.renew(thread.id, post.id, post.revisionId)
    expect(await rowsRead()).toBeLessThan(10)
  })

  test('a mark of what was read', async () => {
    const { rows } = await client.query('SELECT last_post_id AS id FROM thread WHERE id = $1', [
      forum.longThread,
    ])
    const inTransaction = {
      transaction: (work: (tx: Transaction) => Promise<boolean>) => work(db as unknown as Transaction),
    }
    const stores = inTransaction as Pick<Database, 'transaction'>
    expect(await markRead(stores, forum.active.id, forum.longThread, rows[0].id)).toBe(true)
    for (const read of await db.rowsReadByEach()) expect(read).toBeLessThan(10)
  })
})

test('indexes lead an erasure to the rows of the member, of whatever table', async () => {
  const { id } = forum.away
  // Some of the tables are empty here.
  await client.query('SET enable_seqscan = off')
  try {
    await deleteOwn(db, id)
    await blankRemarks(db, id)
    expect((await db.rowsReadByEach()).length).toBeGreaterThan(10)
  } finally {
    await client.query('RESET enable_seqscan')
  }
})
