import type { Answer } from '@agora/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok } from './helpers/forum.ts'
import { expectInvariants } from './helpers/invariants.ts'
import { Stream } from './helpers/stream.ts'

/** Two processes in turn, so that only the database can decide a race. */

let forum: Forum
let stream: Stream
let section: { id: string }
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  await forum.meet(administrator, author)
  stream = new Stream(forum)
})
afterAll(async () => {
  await expectInvariants(forum)
  await stream.close()
  await forum.close()
})

const ROUNDS = 3
const AT_ONCE = 20
const many = <Result>(act: (index: number) => Promise<Result>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

interface Summary {
  self: { is_unread: boolean }
}

/** Exactly one of the answers is a success, the others are this refusal. */
function oneWins(answers: Answer[], status: number): void {
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: answers.length - 1 }, () => status)])
}

/** How often an act was logged, and how often its event was written. */
async function trace(action: string, threadId: string): Promise<{ entries: number; events: number }> {
  const [row] = await forum.rows<{ entries: number; ids: string[] }>(
    `SELECT count(*)::int AS entries, array_agg(id::text) AS ids FROM moderation_entry
     WHERE action = $1 AND thread_id = $2`,
    [action, threadId],
  )
  const ids = new Set(row!.ids)
  const events = (await stream.entries()).filter((event) => event.action === action && ids.has(event.id))
  return { entries: row!.entries, events: events.length }
}

describe('of twenty simultaneous', () => {
  it('deletions and restorations of a thread exactly one wins, with one log entry and one event', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const thread = await forum.thread(section, author)
      const { count } = ok(await forum.get(`/sections/${section.id}?limit=0`)).threads
      oneWins(await many(() => forum.delete(`/threads/${thread.id}`, administrator)), 409)
      expect(ok(await forum.get(`/sections/${section.id}?limit=0`)).threads.count).toBe(count - 1)
      oneWins(await many(() => forum.post(`/threads/${thread.id}/restore`, administrator)), 409)
      expect(ok(await forum.get(`/sections/${section.id}?limit=0`)).threads.count).toBe(count)
      expect(await trace('DeleteThread', thread.id)).toEqual({ entries: 1, events: 1 })
      expect(await trace('RestoreThread', thread.id)).toEqual({ entries: 1, events: 1 })
    }
  })

  it('edits from one revision exactly one wins, by the author and by moderators', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const thread = await forum.thread(section, author)
      const post = thread.posts.items[0]
      const edit = (who: typeof author, last: string, index: number) =>
        forum.patch(`/posts/${post.id}`, who, {
          last_revision_id: last,
          content: `Edit ${index}`,
          comment: null,
        })
      oneWins(await many((index) => edit(author, post.revisions.last.id, index)), 403)
      const { revisions } = ok(await forum.get(`/posts/${post.id}`))
      expect(revisions.count).toBe(2)
      oneWins(await many((index) => edit(administrator, revisions.items[1].id, index)), 403)
      expect(ok(await forum.get(`/posts/${post.id}`)).revisions.count).toBe(3)
      expect(await trace('EditPost', thread.id)).toEqual({ entries: 1, events: 1 })
    }
  })

  it('hidings of a post exactly one wins, and an announcement is counted down once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const thread = await forum.thread(section, administrator, 'News', '[admin]Hear[/admin]')
      const post = thread.posts.items[0]
      const body = { last_revision_id: post.revisions.last.id, comment: 'note' }
      oneWins(await many(() => forum.delete(`/posts/${post.id}`, administrator, body)), 403)
      const [row] = await forum.rows('SELECT announcement_count FROM thread WHERE id = $1', [thread.id])
      expect(row).toEqual({ announcement_count: 0 })
      expect(await trace('DeletePost', thread.id)).toEqual({ entries: 1, events: 1 })
    }
  })

  it('locks one is a change, and all succeed', async () => {
    const thread = await forum.thread(section, author)
    const answers = await many(() => forum.patch(`/threads/${thread.id}`, administrator, { is_locked: true }))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await trace('LockThread', thread.id)).toEqual({ entries: 1, events: 1 })
  })
})

describe('at the same moment', () => {
  it('64 replies get gapless positions and rising times, and none is lost', async () => {
    const writers = Array.from({ length: 8 }, (_, index) => newUser(`Writer ${index}`))
    const thread = await forum.thread(section, author)
    const answers = await many(
      (index) => forum.post(`/threads/${thread.id}`, writers[index % 8]!, { body: `Reply ${index}` }),
      64,
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const posts = await forum.rows<{ id: string; position: number; ctime: Date }>(
      'SELECT id, position, ctime FROM post WHERE thread_id = $1 ORDER BY position',
      [thread.id],
    )
    expect(posts.map(({ position }) => position)).toEqual(Array.from({ length: 65 }, (_, index) => index))
    const times = posts.map(({ ctime }) => ctime.getTime())
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
    const { threads } = ok(await forum.get(`/sections/${section.id}?limit=1`))
    expect(threads.items[0]).toMatchObject({
      id: thread.id,
      posts: { count: 65 },
      last_post: { id: posts[64]!.id },
    })
  })

  it('threads that are opened, moved and deleted leave the counts of their sections right', async () => {
    const [left, right] = [await forum.section(), await forum.section()]
    const threads = await many(() => forum.thread(left, author), 10)
    const to = ({ id }: { id: string }) => ({ section: { type: 'ForumSection', id } })
    const answers = await Promise.all(
      threads.flatMap(({ id }, index) => [
        forum.post(`/threads/${id}/section`, administrator, to(right)),
        forum.post(`/threads/${id}/section`, administrator, to(left)),
        forum.delete(`/threads/${id}`, administrator),
        forum.post(`/sections/${(index % 2 ? left : right).id}`, author, { title: 'New', body: 'New' }),
      ]),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    )
    const wrong = await forum.rows(
      `SELECT key FROM section AS s
       WHERE thread_count <> (SELECT count(*) FROM thread AS t WHERE t.section_id = s.id AND NOT is_deleted)`,
    )
    expect(wrong).toEqual([])
  })

  it('a section never both holds a thread and gains a child', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const parent = (await forum.section()) as { id: string; key: string }
      const source = await forum.section()
      const moving = await forum.thread(source, author)
      const operator = { kind: 'guest', internalKey: 'valid' } as const
      const child = { key: `child_${round}`, display_name: 'Child', locale: null, parent: parent.key }
      await Promise.all([
        forum.post('/sections', operator, child),
        forum.post(`/sections/${parent.id}`, author, { title: 'New', body: 'New' }),
        forum.post(`/threads/${moving.id}/section`, administrator, {
          section: { type: 'ForumSection', id: parent.id },
        }),
      ]).then((answers) => {
        for (const { status } of answers) expect([200, 400, 422]).toContain(status)
      })
      const [row] = await forum.rows<{ children: number; threads: number }>(
        `SELECT (SELECT count(*)::int FROM section WHERE parent_id = $1) AS children,
          (SELECT count(*)::int FROM thread WHERE section_id = $1) AS threads`,
        [parent.id],
      )
      expect(row!.children === 0 || row!.threads === 0).toBe(true)
    }
  })
})

describe('unread counts, remembered by each process,', () => {
  it('are right on both once everything that changes them at once is done', async () => {
    const [here, there] = [await forum.section(), await forum.section()]
    const reader = newUser('Reader')
    await forum.meet(reader)
    for (let round = 0; round < ROUNDS; round += 1) {
      const threads = await many(() => forum.thread(here, author), 12)
      await Promise.all(
        threads.flatMap(({ id, posts }, index) => {
          const moved = { section: { type: 'ForumSection', id: there.id } }
          const upTo = { up_to_post: posts.items[0].id }
          return [
            forum.post(`/threads/${id}`, author, { body: 'A reply.' }),
            forum.get(`/sections/${here.id}`, reader),
            forum.post(`/threads/${id}/read`, reader, upTo),
            forum.get('/sections', reader),
            index % 3 === 0 && forum.delete(`/threads/${id}`, administrator),
            index % 3 === 1 && forum.post(`/threads/${id}/section`, administrator, moved),
            forum.get(`/sections/${there.id}`, reader),
          ]
        }),
      )
      for (const { id } of [here, there]) {
        const pages = await many(() => forum.get(`/sections/${id}?limit=100`, reader), 2)
        for (const page of pages.map(ok)) {
          const unread = page.threads.items.filter(({ self }: Summary) => self.is_unread).length
          expect(page.self.unread_threads).toBe(unread)
        }
      }
    }
  })
})
