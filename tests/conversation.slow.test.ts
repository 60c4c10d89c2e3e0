import { sessionOf } from '@agora/testing/client'
import { type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Two gateways and two forums on one database: requests alternate between the gateways. */
let suite: Suite
let gateways: string[]
let turn = 0

beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'], replicas: { gateway: 2, forum: 2 } })
  gateways = suite.urls.gateway
})
afterAll(() => suite?.close())

const call = (method: string, path: string, as?: Caller, body?: unknown) => {
  turn += 1
  const gateway = gateways[turn % gateways.length]
  return suite.call(method, `${gateway}/api/v1${path}`, {
    ...(as ? { as } : {}),
    ...(body === undefined ? {} : { body }),
  })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('a conversation between two members, through two replicas of gateway and forum', () => {
  let ada: Member
  let ben: Member
  let thread: string
  let post: string
  let revision: string
  const shortUser = (member: Member) => ({
    type: 'User',
    id: member.id,
    display_name: { current: { value: member.displayName } },
  })

  test('two people register and are signed in', async () => {
    ada = await suite.member('ada', { displayName: 'Ada' })
    ben = await suite.member('ben', { displayName: 'Ben' })
    const self = await call('GET', '/auth/self', ada)
    expect(self.status).toBe(200)
    expect(self.body).toEqual({
      type: 'User',
      scope: 'Default',
      user: shortUser(ada),
      is_administrator: false,
    })
  })

  test('a guest sees the configured sections, and that they may not write there', async () => {
    const { status, body } = await call('GET', '/forum/sections')
    expect(status).toBe(200)
    const welcome = body.items.find(({ key }: { key: string }) => key === 'welcome')
    expect(Object.keys(welcome).sort()).toEqual(
      ['ctime', 'display_name', 'id', 'key', 'locale', 'parent', 'self', 'threads', 'type'].sort(),
    )
    expect(welcome).toMatchObject({
      type: 'ForumSection',
      threads: { count: 0 },
      parent: { key: 'community' },
    })
    expect(welcome.self).toMatchObject({ roles: [], unread_threads: 0, can_create_thread: false })
    expect((await call('GET', '/forum/sections/welcome', ada)).body.self.can_create_thread).toBe(true)
  })

  test('one opens a thread', async () => {
    const refused = await call('POST', '/forum/sections/welcome', undefined, { title: 'Hello', body: 'hi' })
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'current actor does not have the permission to create a thread in this section' },
    ])
    const { status, body } = await call('POST', '/forum/sections/welcome', ada, {
      title: 'Hello',
      body: 'This is **new**.',
    })
    expect(status).toBe(200)
    thread = body.id
    post = body.posts.items[0].id
    expect(thread).toMatch(uuid)
    expect(body).toMatchObject({
      type: 'ForumThread',
      key: null,
      title: 'Hello',
      is_pinned: false,
      is_locked: false,
    })
    expect(body.section).toMatchObject({ type: 'ForumSection', key: 'welcome', threads: { count: 1 } })
    expect(body.posts).toMatchObject({ offset: 0, limit: 10, count: 1 })
    expect(body.posts.items[0].author).toEqual({ type: 'UserForumActor', user: shortUser(ada) })
    expect(body.posts.items[0].revisions.last.content).toEqual({ html: 'This is <strong>new</strong>.' })
  })

  test('another replies, and the first is told that there is something new', async () => {
    const reply = await call('POST', `/forum/threads/${thread}`, ben, { body: 'Welcome!' })
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body).sort()).toEqual(['author', 'ctime', 'id', 'revisions', 'self', 'type'])
    post = reply.body.id
    revision = reply.body.revisions.last.id
    expect(reply.body).toMatchObject({
      type: 'ForumPost',
      revisions: { count: 1 },
      self: { can_edit: true, can_delete: false, can_report: false },
    })
    const section = await call('GET', '/forum/sections/welcome', ada)
    expect(section.body.threads.items[0]).toMatchObject({
      posts: { count: 2 },
      last_post: { id: post },
      self: { is_unread: true },
    })
    expect(section.body.self.unread_threads).toBe(1)
    const read = await call('POST', `/forum/threads/${thread}/read`, ada, { up_to_post: post })
    expect([read.status, read.body]).toEqual([200, { is_unread: false }])
  })

  test('an edit writes a revision; an edit from a stale revision is refused and writes nothing', async () => {
    const edit = { last_revision_id: revision, content: 'Welcome _here_!', comment: null }
    const edited = await call('PATCH', `/forum/posts/${post}`, ben, edit)
    expect(edited.status).toBe(200)
    expect(edited.body.revisions).toMatchObject({ offset: 0, limit: 10, count: 2 })
    expect(edited.body.revisions.items[1].content).toEqual({ html: 'Welcome <em>here</em>!' })
    const stale = await call('PATCH', `/forum/posts/${post}`, ben, { ...edit, content: 'Too late' })
    expect([stale.status, stale.body]).toEqual([
      403,
      { error: 'current actor does not have the permission to update this post' },
    ])
    const seen = await call('GET', `/forum/posts/${post}`)
    expect(seen.body.revisions.count).toBe(2)
    expect(seen.body.revisions.items[1].time).toMatch(timestamp)
    expect(seen.body.thread).toMatchObject({ id: thread, posts: { count: 2 }, section: { key: 'welcome' } })
  })

  test('the administrator locks the thread, whoever answers', async () => {
    const administrator = await suite.administrator()
    expect(
      (await call('PATCH', `/forum/threads/${thread}`, administrator, { is_locked: true })).body.is_locked,
    ).toBe(true)
    const refused = await call('POST', `/forum/threads/${thread}`, ben, { body: 'One more' })
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'current actor does not have the permission to create a post in this thread' },
    ])
    expect((await call('GET', `/forum/threads/${thread}`, ben)).body.self.can_post).toBe(false)
  })

  test('a session that was ended at one gateway is ended at the other', async () => {
    const again = await call('PUT', '/auth/self', undefined, { login: 'ben', password: ben.password })
    const session = sessionOf(again)
    expect((await suite.call('GET', `${gateways[0]}/api/v1/auth/self`, { as: session })).body.type).toBe(
      'User',
    )
    const ended = await suite.call('DELETE', `${gateways[0]}/api/v1/auth/self`, { as: session })
    expect(ended.body).toEqual({ type: 'Guest', scope: 'Default' })
    for (const gateway of gateways) {
      const self = await suite.call('GET', `${gateway}/api/v1/auth/self`, { as: session })
      expect(self.body).toEqual({ type: 'Guest', scope: 'Default' })
    }
  })
})
