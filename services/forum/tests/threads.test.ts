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
  type Who,
} from './helpers/forum.ts'

let forum: Forum
let section: { id: string; key: string }
let moderator: User
const author = newUser('Author')
const member = newUser('Member')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  moderator = await forum.moderator(section)
})
afterAll(() => forum.close())

const input = { title: 'Title', body: 'Body' }
const unknown = '01890000-0000-7000-8000-000000000000'
const user = ({ id, displayName }: User) => ({
  type: 'User',
  id,
  display_name: { current: { value: displayName } },
})
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)

const cannot = {
  create: 'current actor does not have the permission to create a thread in this section',
  reply: 'current actor does not have the permission to create a post in this thread',
}

describe('createThread', () => {
  it('returns the thread with its first post, to the last key', async () => {
    const thread = ok(
      await forum.post(`/sections/${section.key}`, author, { title: '  Hello  ', body: '**Hi**' }),
    )
    const actor = { type: 'UserForumActor', user: user(author) }
    expect(thread).toEqual({
      type: 'ForumThread',
      id: uuid,
      key: null,
      title: 'Hello',
      ctime: timestamp,
      section: {
        type: 'ForumSection',
        id: section.id,
        key: section.key,
        display_name: expect.any(String),
        ctime: timestamp,
        locale: null,
        parent: null,
        threads: { count: 1 },
        self: expect.objectContaining({ roles: [], unread_threads: 0, can_create_thread: true }),
      },
      posts: {
        offset: 0,
        limit: 10,
        count: 1,
        items: [
          {
            type: 'ForumPost',
            id: uuid,
            ctime: thread.ctime,
            author: actor,
            revisions: {
              count: 1,
              last: {
                type: 'ForumPostRevision',
                id: uuid,
                time: thread.ctime,
                author: actor,
                content: { html: '<strong>Hi</strong>' },
                moderation: null,
                comment: null,
              },
            },
            self: { can_edit: true, can_delete: false, can_report: false },
          },
        ],
      },
      is_pinned: false,
      is_locked: false,
      self: {
        can_post: true,
        can_lock: false,
        can_pin: false,
        can_move: false,
        can_delete: false,
        can_report: false,
      },
    })
    expect(ok(await forum.get(`/threads/${thread.id}`, author))).toEqual(thread)
    const { threads } = ok(await forum.get(`/sections/${section.id}`))
    expect(threads.items[0]).toEqual({
      type: 'ForumThread',
      id: thread.id,
      key: null,
      title: 'Hello',
      ctime: thread.ctime,
      is_pinned: false,
      is_locked: false,
      posts: { count: 1 },
      last_post: { type: 'ForumPost', id: thread.posts.items[0].id, ctime: thread.ctime, author: actor },
      has_admin_announcement: false,
      self: { is_unread: false },
    })
  })

  it('attributes a post to the strongest role that the credentials allow', async () => {
    for (const [who, role] of [
      [moderator, 'Moderator'],
      [administrator, 'Administrator'],
      [underToken(moderator, 'forum:moderate'), 'Moderator'],
      [underToken(moderator, 'forum:write'), undefined],
      [underToken(administrator, 'forum:moderate'), undefined],
    ] as const) {
      const thread = await forum.thread(section, who)
      const expected = { type: 'UserForumActor', user: user(who), ...(role ? { role } : {}) }
      expect(thread.posts.items[0].author).toEqual(expected)
      expect(thread.posts.items[0].revisions.last.author).toEqual(expected)
      const { threads } = ok(await forum.get(`/sections/${section.id}?limit=1`))
      expect(threads.items[0].last_post.author).toEqual(expected)
    }
  })

  it('checks credentials, shape, target, permission, body in this order', async () => {
    const open = (ref: string, who: Who, body: unknown) => forum.post(`/sections/${ref}`, who, body)
    expect((await open('nothing', unresolvable, 'no JSON')).status).toBe(401)
    expect((await open('nothing', guest, '{')).status).toBe(400)
    expect((await open('nothing', guest, {})).status).toBe(422)
    refused(await open('nothing', guest, input), 404, 'section not found')
    refused(await open(section.id, guest, { ...input, body: '[quote]' }), 403, cannot.create)
    refused(
      await open(section.id, author, { ...input, body: '[quote]' }),
      400,
      'failed to parse provided body',
    )
  })

  it('refuses guests, clients and read-only tokens', async () => {
    for (const who of [guest, client, underToken(author, 'base', 'forum:read'), underToken(author)]) {
      refused(await forum.post(`/sections/${section.id}`, who, input), 403, cannot.create)
    }
  })

  it('accepts titles of 2 to 128 characters after trimming, without control characters', async () => {
    const open = (title: unknown) => forum.post(`/sections/${section.id}`, author, { ...input, title })
    for (const title of ['ab', 'é'.repeat(128), `  ${'🦊'.repeat(128)}  `, 'a b', '日本']) {
      expect(ok(await open(title)).title).toBe(title.trim())
    }
    for (const title of [
      '\u202e\u202e',
      '\u200b\u200b\u200b',
      '\u3164\u3164',
      '\u{13441}\u{1d159}',
      '',
      'a',
      '  a  ',
      'a'.repeat(129),
      'a\nb',
      'a\0b',
      'ab\u007f',
      '\ud800ab',
      ['ab'],
      null,
      12,
    ]) {
      const answer = await open(title)
      expect(answer.status, JSON.stringify(title)).toBe(422)
      expect(answer.body.error).toContain('`title`')
    }
  })

  it('accepts bodies up to 65,536 characters, and refuses invalid markup', async () => {
    const open = (body: unknown) => forum.post(`/sections/${section.id}`, author, { ...input, body })
    ok(await open('x'.repeat(65_536)))
    expect((await open('x'.repeat(65_537))).status).toBe(422)
    expect((await open(['x'])).status).toBe(422)
    for (const body of [
      '',
      '   ',
      '[quote]',
      '[/mod]',
      '[mod]x[/mod]',
      '[admin]x[/admin]',
      'a\0b',
      '\udc00',
    ]) {
      refused(await open(body), 400, 'failed to parse provided body')
    }
    refused(await open('&'.repeat(65_536)), 400, 'failed to render provided body')
  })

  it('shows mentioned members by their current names', async () => {
    await forum.meet(member)
    const thread = await forum.thread(section, author, 'Mention', `@{${member.id}} and @{${unknown}}`)
    expect(thread.posts.items[0].revisions.last.content.html).toContain(
      `data-user-id="${member.id}">@Member<`,
    )
  })
})

describe('getThread', () => {
  it('answers 404 for references that name nothing', async () => {
    for (const ref of [unknown, 'nothing', 'x y', '%00']) {
      refused(await forum.get(`/threads/${ref}`), 404, 'thread not found')
    }
  })

  it('pages its posts by position, oldest first', async () => {
    const thread = await forum.thread(section, author)
    for (let index = 1; index < 12; index += 1) await forum.reply(thread, member, `Post ${index}`)
    const first = ok(await forum.get(`/threads/${thread.id}`))
    expect(first.posts).toMatchObject({ offset: 0, limit: 10, count: 12 })
    expect(first.posts.items.length).toBe(10)
    const second = ok(await forum.get(`/threads/${thread.id}?offset=10`))
    expect(second.posts.items.map((post: Post) => post.revisions.last.content.html)).toEqual([
      'Post 10',
      'Post 11',
    ])
    expect(ok(await forum.get(`/threads/${thread.id}?offset=12&limit=101`)).posts).toEqual({
      offset: 12,
      limit: 100,
      count: 12,
      items: [],
    })
  })
})

interface Post {
  revisions: { last: { content: { html: string } } }
}

describe('createPost', () => {
  it('returns the post and brings its thread to the top of the section', async () => {
    const old = await forum.thread(section, author)
    await forum.thread(section, author)
    const post = await forum.reply(old, member, 'Hello')
    const actor = { type: 'UserForumActor', user: user(member) }
    expect(post).toEqual({
      type: 'ForumPost',
      id: uuid,
      ctime: timestamp,
      author: actor,
      revisions: {
        count: 1,
        last: {
          type: 'ForumPostRevision',
          id: uuid,
          time: post.ctime,
          author: actor,
          content: { html: 'Hello' },
          moderation: null,
          comment: null,
        },
      },
      self: { can_edit: true, can_delete: false, can_report: false },
    })
    const { threads } = ok(await forum.get(`/sections/${section.id}?limit=1`))
    expect(threads.items[0]).toMatchObject({
      id: old.id,
      posts: { count: 2 },
      last_post: { id: post.id, ctime: post.ctime, author: actor },
    })
    const read = ok(await forum.get(`/threads/${old.id}`, member))
    expect(read.posts.items[1]).toEqual(post)
  })

  it('refuses callers who may not write, and everybody in a locked thread', async () => {
    const thread = await forum.thread(section, author)
    const reply = (who: Who) => forum.post(`/threads/${thread.id}`, who, { body: 'Reply' })
    expect((await reply(unresolvable)).status).toBe(401)
    for (const who of [guest, client, underToken(author, 'forum:read')])
      refused(await reply(who), 403, cannot.reply)
    refused(await forum.post(`/threads/${unknown}`, guest, { body: 'Reply' }), 404, 'thread not found')
    ok(await forum.patch(`/threads/${thread.id}`, moderator, { is_locked: true }))
    for (const who of [author, moderator, administrator]) refused(await reply(who), 403, cannot.reply)
    ok(await forum.patch(`/threads/${thread.id}`, moderator, { is_locked: false }))
    ok(await reply(author))
  })
})
