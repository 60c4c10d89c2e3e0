import { readFileSync } from 'node:fs'
import { rowReads } from '@agora/shared/database/row-reads'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSubjects, readSubjectsOfThreads } from '../src/areas/search/indexing/store-subjects.ts'
import { Forum, newUser, ok } from './helpers/forum.ts'
import { expectIndexed } from './helpers/search.ts'

const POSTS = 40
/** The greatest length, in a script without spaces: each letter begins a word. */
const LENGTH = 65_536
/** Of the process that indexes. It would take half as much again to hold the words of all these posts at once. */
const MAX_MIB = 320

let forum: Forum
let thread: { id: string }
const author = newUser('Author')
const letters = String.fromCodePoint(...Array.from({ length: 1_024 }, (_, n) => 0x4e00 + 7 * n))
const text = letters.repeat(LENGTH / letters.length)

beforeAll(async () => {
  forum = await Forum.start()
  thread = await forum.thread(await forum.section(), author)
  for (let n = 1; n < POSTS; n++) await forum.reply(thread, author)
  await forum.rows(
    `UPDATE revision SET html = '<p>' || $2 || ' okapi' || p.position || '</p>' FROM post AS p
     WHERE revision.id = p.last_revision_id AND p.thread_id = $1`,
    [thread.id, text],
  )
})
afterAll(() => forum.close())

const server = () => forum.suite.processes.forum[0]!
const postIds = async () => (await forum.rows('SELECT id FROM post ORDER BY id')).map(({ id }) => String(id))

function peakMib(): number {
  const status = readFileSync(`/proc/${server().pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

it.each([
  {
    which: 'recent',
    queue: `
      INSERT INTO new_change (kind, section_id, thread_id, post_id)
      SELECT 'PostRewritten', t.section_id, t.id, p.id FROM post AS p JOIN thread AS t ON t.id = p.thread_id ORDER BY p.id`,
    left: `
      SELECT (SELECT count(*) FROM new_change)::int
        + (SELECT count(*) FROM change WHERE number > (SELECT place FROM follower WHERE name = 'search'))::int AS posts`,
  },
  {
    which: 'of a whole thread',
    queue: 'INSERT INTO search_due_thread (thread_id) SELECT id FROM thread',
    left: `SELECT coalesce(max(${POSTS} - position), 0)::int AS posts FROM search_due_thread`,
  },
])(
  'long posts ($which) are indexed in little memory, a few at a time, and a kill loses none',
  async ({ queue, left }) => {
    const countLeft = async () => Number((await forum.rows(left))[0]?.posts)
    await server().stop()
    await forum.rows('TRUNCATE search_document, search_due_thread')
    await forum.rows(queue)
    await server().start()
    await expect.poll(countLeft, { timeout: 60_000, interval: 20 }).toBeLessThan(POSTS)
    expect(peakMib()).toBeLessThan(MAX_MIB)
    await server().kill()
    expect(await countLeft()).toBeGreaterThan(0)
    await server().start()
    await expectIndexed(forum, 60_000)
    expect(peakMib()).toBeLessThan(MAX_MIB)
    for (let position = 0; position < POSTS; position++)
      expect(ok(await forum.get(`/search?q=okapi${position}`)).count, `post ${position}`).toBe(1)
  },
)

it('a statement reads a few long bodies, none that is hidden, and says where it ended', async () => {
  await server().stop()
  const hidden = [0, 2, 3, 20]
  await forum.rows('UPDATE post SET is_hidden = true WHERE position = ANY($1)', [hidden])
  const session = { connectionString: forum.suite.database.urls.forum, options: '-c search_path=forum' }
  const client = Object.assign(new pg.Client(session), rowReads)
  await client.connect()
  try {
    const read: number[] = []
    for (let position: number | undefined = 0; position !== undefined; ) {
      const due = [{ threadId: thread.id, position }]
      const { rows, cutAfter } = await readSubjectsOfThreads(client, due, 1_000)
      expect(rows.filter(({ html }) => html !== null).length).toBeLessThan(10)
      for (const { position: at, html, isHidden } of rows) expect(html === null).toBe(isHidden || at < 0)
      read.push(...rows.map(({ position }) => position))
      position = cutAfter && cutAfter.position + 1
    }
    expect(read).toEqual(Array.from({ length: POSTS + 1 }, (_, n) => n - 1))

    const ids = (await postIds()).toReversed()
    const { rows, cutAfter } = await readSubjects(client, ids)
    expect(rows.length).toBeLessThan(10)
    expect(rows.map(({ subjectId }) => subjectId)).toEqual(ids.slice(0, rows.length))
    expect(cutAfter).toBe(rows.at(-1))
  } finally {
    await client.end()
    await forum.rows('UPDATE post SET is_hidden = false')
  }
})
