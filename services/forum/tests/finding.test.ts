import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
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
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const author = newUser('Author')
const nobody = '01890000-0000-7000-8000-000000000000'

/** A thread with this many posts by these members in turn. */
async function threadOf(posts: number, ...members: User[]) {
  const section = await forum.section()
  const thread = await forum.thread(section, members[0] ?? author)
  const all = [thread.posts.items[0]]
  for (let index = 1; index < posts; index += 1)
    all.push(await forum.reply(thread, members[index % members.length] ?? author))
  return { section, thread, posts: all as { id: string; ctime: string }[] }
}

const locationOf = (thread: { id: string; key: string | null }, post: { id: string }, offset: number) => ({
  type: 'ForumPostLocation',
  post: post.id,
  thread: { type: 'ForumThread', id: thread.id, key: thread.key },
  offset,
})

describe('the place of a post', () => {
  it('is where the thread’s listing has it, for every caller', async () => {
    const { thread, posts } = await threadOf(4, author)
    for (const who of [guest, client, unresolvable, author]) {
      for (const [offset, post] of posts.entries()) {
        const found = ok(await forum.get(`/posts/${post.id}/location`, who))
        expect(found).toEqual(locationOf(thread, post, offset))
        const page = ok(await forum.get(`/threads/${thread.id}?offset=${offset}&limit=1`, who))
        expect(page.posts.items[0].id).toBe(post.id)
      }
    }
  })

  it('stays while the post is hidden, and is gone when its thread is deleted', async () => {
    const { section, thread, posts } = await threadOf(2, author)
    const moderator = await forum.moderator(section)
    const [, second] = posts
    const { revisions } = ok(await forum.get(`/posts/${second?.id}`, moderator))
    const deletion = { last_revision_id: revisions.items[0].id }
    ok(await forum.delete(`/posts/${second?.id}`, moderator, deletion))
    expect(ok(await forum.get(`/posts/${second?.id}/location`)).offset).toBe(1)
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    for (const who of [guest, author])
      refused(await forum.get(`/posts/${second?.id}/location`, who), 404, 'post not found')
    expect(ok(await forum.get(`/posts/${second?.id}/location`, moderator)).offset).toBe(1)
  })

  it('is 404 for an unknown post', async () => {
    for (const ref of [nobody, 'key', '%00'])
      refused(await forum.get(`/posts/${ref}/location`), 404, 'post not found')
  })
})

describe('the first unread post', () => {
  const firstUnread = (thread: { id: string }, who: User) =>
    forum.get(`/threads/${thread.id}/first_unread`, who)
  const read = (thread: { id: string }, who: User, post: { id: string }) =>
    forum.post(`/threads/${thread.id}/read`, who, { up_to_post: post.id })

  it('is the first one by anyone else after what was read, in a thread of any length', async () => {
    const [reader, other] = [newUser('Reader'), newUser('Other')]
    const { thread, posts } = await threadOf(23, other, reader, reader)
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
    const { thread } = await threadOf(3, author)
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
    const { thread, posts } = await threadOf(3, author)
    const last = `/threads/${thread.id}/first_unread?or=last`
    expect(ok(await forum.get(last, reader)).offset).toBe(0)
    ok(await forum.post('/read_floor', reader, {}))
    refused(await forum.get(last, reader), 404, 'no unread post')
    ok(await read(thread, reader, posts[2]!))
    expect(ok(await forum.get(last, reader))).toEqual(locationOf(thread, posts[2]!, 2))
    refused(await firstUnread(thread, reader), 404, 'no unread post')
  })

  it('is for members who may read as themselves', async () => {
    const { section, thread } = await threadOf(1, author)
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
      const { thread, posts } = await threadOf(length, author)
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
    const { thread, posts } = await threadOf(1, author)
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

describe('the overview', () => {
  const entryOf = async (section: { id: string }, who: User | typeof guest = guest) =>
    ok(await forum.get('/overview', who)).sections.find(({ id }: { id: string }) => id === section.id)

  it('has for every section what the listing has', async () => {
    await threadOf(2, author)
    const reader = newUser('Reader')
    for (const who of [guest, reader, administrator]) {
      const overview = ok(await forum.get('/overview', who))
      expect(overview.type).toBe('ForumOverview')
      expect(
        overview.sections.map(({ last_post: _, ...section }: object & { last_post: unknown }) => section),
      ).toEqual(await forum.sections(who))
    }
  })

  it('shows the newest post of a section and of all below it, deleted threads aside', async () => {
    const root = await forum.section()
    const below = await forum.section({ parent: root.key })
    const deepest = await forum.section({ parent: below.key })
    const sibling = await forum.section({ parent: root.key })
    for (const section of [root, below, deepest, sibling])
      expect((await entryOf(section)).last_post).toBeNull()
    const moderator = await forum.moderator(deepest)
    const first = await forum.thread(deepest, author, 'First')
    const second = await forum.thread(deepest, moderator, 'Second')
    const reply = await forum.reply(first, moderator)
    ok(await forum.patch(`/threads/${second.id}`, moderator, { is_pinned: true }))
    const last = (
      thread: { id: string },
      title: string,
      post: { id: string; ctime: string; author: object },
    ) => ({
      post: { type: 'ForumPost', id: post.id, ctime: post.ctime, author: post.author },
      thread: { type: 'ForumThread', id: thread.id, key: null, title },
    })
    for (const section of [root, below, deepest])
      expect((await entryOf(section)).last_post).toEqual(last(first, 'First', reply))
    expect((await entryOf(sibling)).last_post).toBeNull()
    ok(await forum.delete(`/threads/${first.id}`, moderator))
    for (const who of [guest, moderator])
      expect((await entryOf(root, who)).last_post).toEqual(last(second, 'Second', second.posts.items[0]))
    const elsewhere = await forum.thread(sibling, author, 'Elsewhere')
    expect((await entryOf(root)).last_post).toEqual(last(elsewhere, 'Elsewhere', elsewhere.posts.items[0]))
    expect((await entryOf(below)).last_post.thread.title).toBe('Second')
  })
})

describe('a preview', () => {
  const preview = (who: Parameters<Forum['post']>[1], section: object, body: unknown = '**Hi**') =>
    forum.post('/preview', who, { body, section })

  it('is what posting there renders, and is not posted', async () => {
    const section = await forum.section()
    const mentioned = newUser('Mentioned')
    await forum.meet(mentioned)
    const body = `**Hi** @{${mentioned.id}} `
    for (const ref of [{ id: section.id }, { key: section.key }]) {
      const { html } = ok(await preview(author, ref, body))
      const thread = await forum.thread(section, author, 'A thread', body)
      expect(html).toBe(thread.posts.items[0].revisions.last.content.html)
    }
    expect(ok(await forum.get(`/sections/${section.id}`)).threads.count).toBe(2)
  })

  it('is refused as posting is', async () => {
    const section = await forum.section()
    const parent = await forum.section()
    await forum.section({ parent: parent.key })
    const denied = 'current actor does not have the permission to create a post in this thread'
    refused(await preview(guest, section), 403, denied)
    refused(await preview(underToken(author, 'base', 'forum:read'), section), 403, denied)
    refused(await preview(unresolvable, section), 401, 'invalid credentials')
    refused(await preview(author, { key: 'nothing' }), 404, 'section not found')
    refused(await preview(author, parent), 400, 'section holds no threads')
    refused(await preview(author, section, '[mod]x[/mod]'), 400, 'failed to parse provided body')
    refused(await preview(author, section, '&'.repeat(65_536)), 400, 'failed to render provided body')
    for (const body of [['a'], null, 7, 'x'.repeat(65_537)])
      expect((await preview(author, section, body)).status).toBe(422)
    for (const ref of [[], 'welcome', {}, { id: 7 }])
      expect((await preview(author, ref as object)).status).toBe(422)
  })
})

describe('a quotation', () => {
  const quote = (post: { id: string }, who: Parameters<Forum['get']>[1] = guest) =>
    forum.get(`/posts/${post.id}/quotation`, who)

  it('is markup that quotes the post, without its quotes and official blocks', async () => {
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const body = '[quote=Ben]Old[/quote]\nHello **there**\n[mod]Stop[/mod]'
    const thread = await forum.thread(section, moderator, 'A thread', body)
    const quoted = ok(await quote(thread.posts.items[0])).body
    expect(quoted).toBe('[quote=Moderator]\nHello **there**\n[/quote]\n')
    const answer = await forum.reply(thread, author, `${quoted}Indeed`)
    expect(answer.revisions.last.content.html).toContain('<cite>Moderator</cite>')
  })

  it('names one account for who asks for that, whoever else has the name', async () => {
    const { posts } = await threadOf(1, author)
    const quoted = ok(await forum.get(`/posts/${posts[0]?.id}/quotation?by=account`, guest)).body
    expect(quoted).toMatch(new RegExp(`^\\[quote=${author.displayName}#${author.id.slice(-5)}\\]\n`))
  })

  it('is refused for what is hidden or may not be seen', async () => {
    const { section, thread, posts } = await threadOf(2, author)
    const moderator = await forum.moderator(section)
    const { revisions } = ok(await forum.get(`/posts/${posts[1]?.id}`, moderator))
    ok(await forum.delete(`/posts/${posts[1]?.id}`, moderator, { last_revision_id: revisions.items[0].id }))
    for (const who of [guest, author, moderator]) refused(await quote(posts[1]!, who), 404, 'post not found')
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    refused(await quote(posts[0]!, author), 404, 'post not found')
    refused(await quote({ id: nobody }), 404, 'post not found')
  })
})
