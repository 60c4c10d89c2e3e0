import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
} from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.start()
})
afterAll(() => forum.close())

const author = newUser('Author')
const unknown = '01890000-0000-7000-8000-000000000000'

const isUnread = async (section: { id: string }, reader: User, index = 0) =>
  ok(await forum.get(`/sections/${section.id}`, reader)).threads.items[index].self.is_unread
const unreadThreads = async (section: { id: string }, reader: User) =>
  ok(await forum.get(`/sections/${section.id}`, reader)).self.unread_threads
const read = (thread: { id: string }, reader: User, post: { id: string }) =>
  forum.post(`/threads/${thread.id}/read`, reader, { up_to_post: post.id })

describe('a thread', () => {
  it('is unread while another member’s post is newer than the mark, in every view', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    const thread = await forum.thread(section, author)
    const first = thread.posts.items[0]
    expect(await isUnread(section, reader)).toBe(true)
    expect(await isUnread(section, author)).toBe(false)
    expect(ok(await read(thread, reader, first))).toEqual({ is_unread: false })
    expect(await isUnread(section, reader)).toBe(false)
    const second = await forum.reply(thread, author)
    expect(await isUnread(section, reader)).toBe(true)
    expect(await unreadThreads(section, reader)).toBe(1)
    expect(ok(await forum.get(`/threads/${thread.id}`, reader)).section.self.unread_threads).toBe(1)
    const listed = ok(await forum.get('/sections', reader)).items.find(
      ({ id }: { id: string }) => id === section.id,
    )
    expect(listed.self.unread_threads).toBe(1)
    expect(ok(await read(thread, reader, second))).toEqual({ is_unread: false })
    expect(await unreadThreads(section, reader)).toBe(0)
  })

  it('stays unread to a member who replies without reading: replying moves no mark', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    const thread = await forum.thread(section, author)
    const own = await forum.reply(thread, reader)
    expect(await isUnread(section, reader)).toBe(true)
    await forum.reply(thread, reader)
    expect(await isUnread(section, reader)).toBe(true)
    expect(await isUnread(section, author)).toBe(true)
    expect(ok(await read(thread, reader, own))).toEqual({ is_unread: false })
  })

  it('keeps its mark when an older post is reported as read', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    const thread = await forum.thread(section, author)
    const second = await forum.reply(thread, author)
    ok(await read(thread, reader, second))
    expect(ok(await read(thread, reader, thread.posts.items[0]))).toEqual({ is_unread: false })
    expect(await isUnread(section, reader)).toBe(false)
  })

  it('is read if it is older than the account', async () => {
    const section = await forum.section()
    await forum.thread(section, author)
    const newcomer = newUser('Newcomer', { createdAt: new Date(Date.now() + 1_000).toISOString() })
    expect(await isUnread(section, newcomer)).toBe(false)
    expect(await unreadThreads(section, newcomer)).toBe(0)
  })

  it('is never unread to a guest or a client', async () => {
    const section = await forum.section()
    await forum.thread(section, author)
    for (const who of [guest, client]) {
      const { threads, self } = ok(await forum.get(`/sections/${section.id}`, who))
      expect([threads.items[0].self.is_unread, self.unread_threads]).toEqual([false, 0])
    }
  })
})

describe('markThreadRead', () => {
  it('checks credentials, shape, thread, then the post', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    const thread = await forum.thread(section, author)
    const other = await forum.thread(section, author)
    const path = `/threads/${thread.id}/read`
    for (const who of [guest, client])
      refused(await forum.post(path, who, '{'), 401, 'authentication required')
    refused(await forum.post(path, unresolvable, '{'), 401, 'invalid credentials')
    for (const body of [{}, { up_to_post: 'x' }, { up_to_post: null }, []]) {
      expect((await forum.post(path, reader, body)).status).toBe(422)
    }
    const body = { up_to_post: other.posts.items[0].id }
    refused(await forum.post(`/threads/${unknown}/read`, reader, body), 404, 'thread not found')
    refused(await forum.post(path, reader, body), 422, 'post does not belong to this thread')
    refused(await read(thread, reader, { id: unknown }), 422, 'post does not belong to this thread')
    refused(await read(thread, underToken(reader, 'base'), thread.posts.items[0]), 403, 'forbidden')
    ok(await read(thread, underToken(reader, 'forum:write'), thread.posts.items[0]))
  })
})

describe('raiseReadFloor', () => {
  it('clears all unread threads and returns the section listing', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    await forum.thread(section, author)
    const thread = await forum.thread(section, author)
    expect(await unreadThreads(section, reader)).toBe(2)
    const listing = ok(await forum.post('/read_floor', reader, {}))
    expect(listing).toEqual(ok(await forum.get('/sections', reader)))
    for (const { self } of listing.items) expect(self.unread_threads).toBe(0)
    expect(await isUnread(section, reader)).toBe(false)
    await forum.reply(thread, author)
    expect(await unreadThreads(section, reader)).toBe(1)
    ok(await forum.post('/read_floor', reader))
    expect(await unreadThreads(section, reader)).toBe(0)
  })

  it('needs a member who may write', async () => {
    refused(await forum.post('/read_floor', guest, {}), 401, 'authentication required')
    refused(await forum.post('/read_floor', unresolvable, {}), 401, 'invalid credentials')
    refused(await forum.post('/read_floor', underToken(author, 'forum:read'), {}), 403, 'forbidden')
  })
})

describe('unread_threads', () => {
  it('stops counting at 1,000', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    const thread = await forum.thread(section, author)
    await forum.rows(
      `INSERT INTO thread (id, section_id, title, ctime, author_id, post_count, last_post_id, last_post_at, last_post_author_id)
       SELECT gen_random_uuid(), section_id, title, ctime, author_id, 1, last_post_id,
         last_post_at + n * interval '1 ms', author_id
       FROM thread, generate_series(1, 1200) AS n WHERE id = $1`,
      [thread.id],
    )
    expect(await unreadThreads(section, reader)).toBe(1_000)
  })

  it('checks the 2,000 latest, and again once a thread is pinned', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    const moderator = await forum.moderator(section)
    const thread = await forum.thread(section, author)
    await forum.rows(
      `WITH later AS (
         INSERT INTO thread (id, section_id, title, ctime, author_id, post_count, last_post_id, last_post_at, last_post_author_id)
         SELECT gen_random_uuid(), section_id, title, ctime, author_id, 1, last_post_id,
           last_post_at + n * interval '1 ms', author_id
         FROM thread, generate_series(1, 2000) AS n WHERE id = $1
         RETURNING id, last_post_at
       )
       INSERT INTO read_mark (user_id, thread_id, read_at) SELECT $2, id, last_post_at FROM later`,
      [thread.id, reader.id],
    )
    expect(await unreadThreads(section, reader)).toBe(0)
    ok(await forum.patch(`/threads/${thread.id}`, moderator, { is_pinned: true }))
    expect(await unreadThreads(section, reader)).toBe(1)
  })

  it('excludes deleted threads, and counts pinned ones', async () => {
    const section = await forum.section()
    const reader = newUser('Reader')
    const moderator = await forum.moderator(section)
    const first = await forum.thread(section, author)
    const second = await forum.thread(section, author)
    ok(await forum.patch(`/threads/${first.id}`, moderator, { is_pinned: true }))
    expect(await unreadThreads(section, reader)).toBe(2)
    ok(await forum.delete(`/threads/${second.id}`, moderator))
    expect(await unreadThreads(section, reader)).toBe(1)
  })
})
