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
import { locationOf, threadOf } from './helpers/places.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const author = newUser('Author')
const nobody = '01890000-0000-7000-8000-000000000000'

describe('the first unread post', () => {
  const firstUnread = (thread: { id: string }, who: User) =>
    forum.get(`/threads/${thread.id}/first_unread`, who)
  const read = (thread: { id: string }, who: User, post: { id: string }) =>
    forum.post(`/threads/${thread.id}/read`, who, { up_to_post: post.id })

  it('is the first one by anyone else after what was read, in a thread of any length', async () => {
    const [reader, other] = [newUser('Reader'), newUser('Other')]
    const { thread, posts } = await threadOf(forum, 23, other, reader, reader)
    expect(ok(await firstUnread(thread, reader))).toEqual(locationOf(thread, posts[0]!, 0))
    for (const [index, post] of posts.entries()) {
      ok(await read(thread, reader, post))
      // Every third post is the other’s.
      const next = posts.findIndex((_, at) => at > index && at % 3 === 0)
      if (next < 0) refused(await firstUnread(thread, reader), 404, 'no unread post')
      else expect(ok(await firstUnread(thread, reader))).toEqual(locationOf(thread, posts[next]!, next))
    }
  })

  it('respects the floor and the account’s age, and agrees with the thread', async () => {
    const reader = newUser('Reader')
    const { thread } = await threadOf(forum, 3, author)
    ok(await forum.post('/read_floor', reader, {}))
    refused(await firstUnread(thread, reader), 404, 'no unread post')
    const newcomer = newUser('Newcomer', { createdAt: new Date(Date.now() + 1_000).toISOString() })
    refused(await firstUnread(thread, newcomer), 404, 'no unread post')
    const post = await forum.reply(thread, author)
    expect(ok(await firstUnread(thread, reader))).toEqual(locationOf(thread, post, 3))
    refused(await firstUnread(thread, author), 404, 'no unread post')
  })

  it('is the last post instead where all was read, if that is asked for, in what the member has opened', async () => {
    const reader = newUser('Reader')
    const { thread, posts } = await threadOf(forum, 3, author)
    const last = `/threads/${thread.id}/first_unread?or=last`
    expect(ok(await forum.get(last, reader)).offset).toBe(0)
    ok(await forum.post('/read_floor', reader, {}))
    refused(await forum.get(last, reader), 404, 'no unread post')
    ok(await read(thread, reader, posts[2]!))
    expect(ok(await forum.get(last, reader))).toEqual(locationOf(thread, posts[2]!, 2))
    refused(await firstUnread(thread, reader), 404, 'no unread post')
  })

  it('is for members who may read as themselves', async () => {
    const { section, thread } = await threadOf(forum, 1, author)
    const reader = newUser('Reader')
    const path = `/threads/${thread.id}/first_unread`
    refused(await forum.get(path, guest), 401, 'authentication required')
    refused(await forum.get(path, client), 401, 'authentication required')
    refused(await forum.get(path, unresolvable), 401, 'invalid credentials')
    refused(await forum.get(path, underToken(reader, 'base')), 403, 'forbidden')
    ok(await forum.get(path, underToken(reader, 'base', 'forum:read')))
    refused(await forum.get(`/threads/${nobody}/first_unread`, reader), 404, 'thread not found')
    const moderator = await forum.moderator(section)
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    refused(await forum.get(path, reader), 404, 'thread not found')
  })
})

describe('the post of a moment', () => {
  it('is the first one since then, or the newest, in a thread of any length', async () => {
    for (const length of [1, 2, 7]) {
      const { thread, posts } = await threadOf(forum, length, author)
      const at = (time: string) =>
        forum.get(`/threads/${thread.id}/post_at?${new URLSearchParams({ time })}`).then(ok)
      const times = posts.map(({ ctime }) => ctime)
      for (const time of times)
        expect(await at(time)).toEqual(locationOf(thread, posts[times.indexOf(time)]!, times.indexOf(time)))
      expect((await at('1999-12-31T23:00:00-05:00')).offset).toBe(0)
      expect((await at('9000-01-01T00:00:00Z')).offset).toBe(length - 1)
    }
  })

  it('is told with the thread’s title where that is asked for, as the places of posts are', async () => {
    const { thread, posts } = await threadOf(forum, 1, author)
    const { title } = ok(await forum.get(`/threads/${thread.id}`))
    for (const path of [
      `/threads/${thread.id}/post_at?time=2000-01-01T00:00:00Z`,
      `/posts/${posts[0]!.id}/location?`,
      `/threads/${thread.id}/first_unread?`,
    ]) {
      const reader = newUser('Reader')
      expect(ok(await forum.get(`${path}&include=title`, reader)).thread.title).toBe(title)
      expect(ok(await forum.get(path, reader)).thread).not.toHaveProperty('title')
    }
    for (const time of ['yesterday', '2000-13-01T00:00:00Z', ''])
      refused(
        await forum.get(`/threads/${thread.id}/post_at?time=${time}`),
        400,
        'invalid `time` query parameter',
      )
  })
})
