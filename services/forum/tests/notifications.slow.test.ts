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
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const nobody = '01890000-0000-7000-8000-000000000000'
const shortUser = (user: User) => ({
  type: 'User',
  id: user.id,
  display_name: { current: { value: user.displayName } },
})

const listed = async (who: User, query = '') => ok(await forum.get(`/notifications${query}`, who))
const unreadOf = async (who: User): Promise<number> => ok(await forum.get('/notifications/count', who)).unread

interface Told {
  kind: string
  count: number
  post: { id: string } | null
  read_at: string | null
}

/** A member's notifications, oldest first. */
async function toldOf(who: User) {
  await forum.told()
  const { items } = (await listed(who)) as { items: Told[] }
  return items.toReversed().map(({ kind, count, post, read_at: readAt }) => {
    return { kind, count, post: post?.id, isRead: readAt !== null }
  })
}
const one = (kind: string, post: { id: string }, count = 1) => ({ kind, count, post: post.id, isRead: false })

async function setting(title = 'A thread') {
  const section = await forum.section()
  const author = newUser('Author')
  const thread = await forum.thread(section, author, title)
  return { section, author, thread, first: thread.posts.items[0] as { id: string } }
}
const watch = (kind: 'threads' | 'sections', target: { id: string }, who: User, level = 'Watching') =>
  forum.put(`/${kind}/${target.id}/subscription`, who, { level }).then(ok)
const readUpTo = (thread: { id: string }, who: User, post: { id: string }) =>
  forum.post(`/threads/${thread.id}/read`, who, { up_to_post: post.id }).then(ok)

describe('replies', () => {
  it('are told to who opened the thread and who answered in it, and not to who writes', async () => {
    const { author, thread, section } = await setting('Of replies')
    const [ada, ben] = [newUser('Ada'), newUser('Ben')]
    const first = await forum.reply(thread, ada)
    const second = await forum.reply(thread, ben)
    expect(await toldOf(author)).toEqual([one('Reply', first, 2)])
    expect(await toldOf(ada)).toEqual([one('Reply', second)])
    expect(await toldOf(ben)).toEqual([])
    const { items, ...page } = await listed(author)
    expect(page).toEqual({ offset: 0, limit: 20, count: 1 })
    expect(items).toEqual([
      {
        type: 'Notification',
        id: expect.any(String),
        kind: 'Reply',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        read_at: null,
        count: 2,
        actor: shortUser(ada),
        section: { type: 'ForumSection', id: section.id, key: section.key, display_name: expect.any(String) },
        thread: { type: 'ForumThread', id: thread.id, key: null, title: 'Of replies' },
        post: {
          type: 'ForumPost',
          id: first.id,
          ctime: first.ctime,
          author: { type: 'UserForumActor', user: shortUser(ada) },
        },
        report: null,
        sanction: null,
        role: null,
      },
    ])
  })

  it('gather until they are read; what comes then is another notification', async () => {
    const { author, thread } = await setting()
    const ada = newUser('Ada')
    const first = await forum.reply(thread, ada)
    await forum.reply(thread, ada)
    const [gathered] = await toldOf(author)
    expect(gathered).toEqual(one('Reply', first, 2))
    const { items } = await listed(author)
    expect(ok(await forum.put('/notifications/read', author, { ids: [items[0].id] }))).toEqual({ unread: 0 })
    const third = await forum.reply(thread, ada)
    expect(await toldOf(author)).toEqual([{ ...one('Reply', first, 2), isRead: true }, one('Reply', third)])
  })

  it('are told to whoever watches the thread, and to nobody who muted it or switched watching off', async () => {
    const { section, thread } = await setting()
    const [watcher, muted, off, sectionMuted, late] = ['A', 'B', 'C', 'D', 'E'].map((name) =>
      newUser(`${name} member`),
    ) as [User, User, User, User, User]
    await watch('threads', thread, watcher)
    for (const who of [muted, off, sectionMuted]) await forum.reply(thread, who)
    await watch('threads', thread, muted, 'Muted')
    ok(await forum.patch('/notifications/settings', off, { auto_watch: false }))
    await watch('sections', section, sectionMuted, 'Muted')
    await forum.told()
    const before = (await listed(watcher)).items[0].count
    const last = await forum.reply(thread, newUser('Another'))
    await watch('threads', thread, late)
    expect(await toldOf(watcher)).toMatchObject([{ kind: 'Reply', count: before + 1 }])
    for (const who of [muted, off, sectionMuted])
      expect((await toldOf(who)).map(({ post }) => post)).not.toContain(last.id)
    expect(await toldOf(late)).toEqual([])
  })
})

describe('new threads', () => {
  it('are told to whoever watches the section or one above it, the nearest word holding', async () => {
    const root = await forum.section()
    const section = await forum.section({ parent: root.key })
    const [near, far, muted, author] = ['Near', 'Far', 'Muted', 'Author'].map((name) =>
      newUser(`${name} one`),
    ) as [User, User, User, User]
    await watch('sections', section, near)
    await watch('sections', root, far)
    await watch('sections', root, muted)
    await watch('sections', section, muted, 'Muted')
    await watch('sections', section, author)
    const thread = await forum.thread(section, author)
    await forum.reply(thread, newUser('Another'))
    const first = thread.posts.items[0]
    for (const who of [near, far]) expect(await toldOf(who)).toEqual([one('NewThread', first)])
    expect(await toldOf(muted)).toEqual([])
    expect((await toldOf(author)).map(({ kind }) => kind)).toEqual(['Reply'])
  })
})

describe('who is named', () => {
  it('is told of a mention or a quote once a post, muted or not, and not by another name', async () => {
    const { author, thread } = await setting()
    const [ada, ben] = [newUser('Ada Quoted'), newUser('Ben Named')]
    await forum.meet(ada, ben)
    await forum.reply(thread, ada)
    await watch('threads', thread, ben, 'Muted')
    const naming = await forum.reply(
      thread,
      author,
      `[quote=Ada Quoted]x @{${author.id}}[/quote] @{${ben.id}} @{${ben.id}} @{${author.id}} @{${nobody}}`,
    )
    expect(await toldOf(ada)).toEqual([one('Quote', naming)])
    expect(await toldOf(ben)).toEqual([one('Mention', naming)])
    const both = await forum.reply(thread, author, `[quote=Ada Quoted]x[/quote] @{${ada.id}}`)
    expect(await toldOf(ada)).toEqual([one('Quote', naming), one('Mention', both)])
    expect((await toldOf(author)).map(({ kind }) => kind)).toEqual(['Reply'])
  })

  it('is one of several of a name, where a quote has the mark of their account', async () => {
    const { author, thread } = await setting()
    const twins = [newUser('Twin'), newUser('Twin')]
    await forum.meet(...twins)
    for (const twin of twins) await forum.reply(thread, twin)
    const [one_, other] = twins as [User, User]
    const marked = await forum.reply(thread, author, `[quote=Twin#${one_.id.slice(-5)}]x[/quote] y`)
    const quotesTo = async (who: User) => (await toldOf(who)).filter(({ kind }) => kind === 'Quote')
    expect([await quotesTo(one_), await quotesTo(other)]).toEqual([[one('Quote', marked)], []])
    const both = await forum.reply(thread, author, '[quote=Twin]x[/quote] y')
    for (const twin of twins) expect(await quotesTo(twin)).toContainEqual(one('Quote', both))
  })

  it('is nobody who is named in a quote, in code, or by a name that nobody has in the thread', async () => {
    const { author, thread } = await setting()
    const [ada, stranger] = [newUser('Ada Silent'), newUser('Stranger')]
    await forum.meet(ada, stranger)
    await forum.reply(
      thread,
      author,
      `[quote=Stranger][quote=Ada Silent]@{${ada.id}}[/quote][/quote] \`@{${ada.id}}\``,
    )
    for (const who of [ada, stranger]) expect(await toldOf(who)).toEqual([])
  })

  it('an edit notifies those it newly names, and nobody again', async () => {
    const { author, thread } = await setting()
    const [ada, ben] = [newUser('Ada'), newUser('Ben')]
    await forum.meet(ada, ben)
    const post = await forum.reply(thread, author, `@{${ada.id}}`)
    const edit = {
      last_revision_id: post.revisions.last.id,
      content: `@{${ada.id}} @{${ben.id}}`,
      comment: null,
    }
    ok(await forum.patch(`/posts/${post.id}`, author, edit))
    for (const who of [ada, ben]) expect(await toldOf(who)).toEqual([one('Mention', post)])
  })
})

describe('what may not be seen', () => {
  it('is not told: a hidden post’s notification is gone while it is hidden, gathered replies move on', async () => {
    const { section, author, thread } = await setting()
    const moderator = await forum.moderator(section)
    const [ada, ben] = [newUser('Ada'), newUser('Ben')]
    await forum.meet(ben)
    const first = await forum.reply(thread, ada)
    const second = await forum.reply(thread, ada, `@{${ben.id}}`)
    expect(await toldOf(author)).toEqual([one('Reply', first, 2)])
    await forum.hide(first, moderator)
    expect(await toldOf(author)).toEqual([one('Reply', second)])
    await forum.hide(second, moderator)
    for (const who of [author, ben]) {
      expect(await toldOf(who)).toEqual([])
      expect(await listed(who)).toMatchObject({ count: 0 })
      expect(await unreadOf(who)).toBe(0)
    }
    const { revisions } = ok(await forum.get(`/posts/${second.id}`, moderator))
    const shown = {
      last_revision_id: revisions.items.at(-1).id,
      content: 'Shown.',
      moderation: null,
      comment: null,
    }
    ok(await forum.patch(`/posts/${second.id}`, moderator, shown))
    expect(await toldOf(author)).toEqual([one('Reply', second)])
    expect(await toldOf(ben)).toEqual([one('Mention', second)])
  })

  it('is nothing of a deleted thread, and comes back with it', async () => {
    const { section, author, thread } = await setting()
    const moderator = await forum.moderator(section)
    const reply = await forum.reply(thread, newUser('Ada'))
    expect(await toldOf(author)).toEqual([one('Reply', reply)])
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    expect(await toldOf(author)).toEqual([])
    expect(await unreadOf(author)).toBe(0)
    ok(await forum.post(`/threads/${thread.id}/restore`, moderator, {}))
    expect(await toldOf(author)).toEqual([one('Reply', reply)])
  })

  it('is nothing of anybody else’s', async () => {
    const { author, thread } = await setting()
    await forum.reply(thread, newUser('Ada'))
    await forum.told()
    const [{ id }] = (await listed(author)).items
    const other = newUser('Other')
    expect(await listed(other)).toEqual({ offset: 0, limit: 20, count: 0, items: [] })
    for (const body of [{ ids: [id, nobody] }, { until: id }, { until: nobody }])
      expect(ok(await forum.put('/notifications/read', other, body))).toEqual({ unread: 0 })
    expect(await unreadOf(author)).toBe(1)
  })
})

describe('reading', () => {
  it('of a thread reads what was told of it up to there', async () => {
    const { author, thread } = await setting()
    const ada = newUser('Ada')
    const posts = []
    for (let index = 0; index < 3; index += 1) posts.push(await forum.reply(thread, ada))
    const [first, second, third] = posts
    expect(await toldOf(author)).toEqual([one('Reply', first, 3)])
    await readUpTo(thread, author, second)
    expect(await toldOf(author)).toEqual([one('Reply', third)])
    await readUpTo(thread, author, third)
    expect(await toldOf(author)).toEqual([{ ...one('Reply', third), isRead: true }])
    expect(await unreadOf(author)).toBe(0)
  })

  it('goes by ids, or until one of them', async () => {
    const section = await forum.section()
    const member = newUser('Member')
    await watch('sections', section, member)
    for (let index = 0; index < 4; index += 1) await forum.thread(section, newUser('Author'))
    await forum.told()
    const { items } = await listed(member)
    const ids = items.map(({ id }: { id: string }) => id)
    const put = async (body: object) => ok(await forum.put('/notifications/read', member, body))
    expect(await put({ ids: [] })).toEqual({ unread: 4 })
    expect(await put({ ids: [ids[0], ids[0], ids[0].toUpperCase()] })).toEqual({ unread: 3 })
    expect(await put({ until: ids[2] })).toEqual({ unread: 1 })
    expect((await listed(member, '?unread=true')).items.map(({ id }: { id: string }) => id)).toEqual([ids[1]])
    expect((await listed(member, '?unread=true')).count).toBe(1)
    expect((await listed(member, '?offset=1&limit=2')).items.map(({ id }: { id: string }) => id)).toEqual(
      ids.slice(1, 3),
    )
    expect(await listed(member, '?limit=0')).toEqual({ offset: 0, limit: 0, count: 4, items: [] })
    expect(await put({ until: ids[0] })).toEqual({ unread: 0 })
  })

  it('takes ids or the last one, not both and nothing else', async () => {
    const member = newUser('Member')
    const bodies = [
      {},
      { ids: [nobody], until: nobody },
      { ids: nobody },
      { ids: ['x'] },
      { until: null },
      { until: [nobody] },
      { ids: Array.from({ length: 101 }, () => nobody) },
    ]
    for (const body of bodies) expect((await forum.put('/notifications/read', member, body)).status).toBe(422)
  })
})

describe('the routes', () => {
  it('are for members, by what their tokens say', async () => {
    const member = newUser('Member')
    const [base, reader] = [underToken(member, 'base'), underToken(member, 'base', 'forum:read')]
    for (const path of ['/notifications', '/notifications/count', '/notifications/settings']) {
      for (const who of [guest, client]) refused(await forum.get(path, who), 401, 'authentication required')
      refused(await forum.get(path, unresolvable), 401, 'invalid credentials')
      refused(await forum.get(path, base), 403, 'forbidden')
      ok(await forum.get(path, reader))
    }
    refused(await forum.put('/notifications/read', reader, { ids: [] }), 403, 'forbidden')
    refused(await forum.patch('/notifications/settings', reader, {}), 403, 'forbidden')
    const writer = underToken(member, 'base', 'forum:write')
    ok(await forum.put('/notifications/read', writer, { ids: [] }))
  })

  it('keep settings, each by itself', async () => {
    const member = newUser('Member')
    const patch = async (body: object) => ok(await forum.patch('/notifications/settings', member, body))
    expect(ok(await forum.get('/notifications/settings', member))).toEqual({
      auto_watch: true,
      email: 'Never',
    })
    expect(await patch({ email: 'Daily' })).toEqual({ auto_watch: true, email: 'Daily' })
    expect(await patch({ auto_watch: false })).toEqual({ auto_watch: false, email: 'Daily' })
    expect(await patch({})).toEqual({ auto_watch: false, email: 'Daily' })
    for (const body of [
      { email: 'never' },
      { email: null },
      { auto_watch: 'true' },
      { auto_watch: null },
      { email: ['Daily'] },
    ])
      expect((await forum.patch('/notifications/settings', member, body)).status).toBe(422)
    expect(ok(await forum.get('/notifications/settings', member))).toEqual({
      auto_watch: false,
      email: 'Daily',
    })
  })

  it('stop counting at a thousand', async () => {
    const member = newUser('Member')
    await forum.rows(
      `INSERT INTO notification (id, user_id, kind, time, cause, role)
       SELECT uuidv7(), $1, 'RoleGranted', now(), uuidv7(), 'Moderator' FROM generate_series(1, 1500)`,
      [member.id],
    )
    expect(await unreadOf(member)).toBe(1_000)
    expect(await listed(member, '?offset=1400&limit=100')).toMatchObject({
      count: 1_000,
      items: { length: 100 },
    })
    const { items } = await listed(member)
    expect(ok(await forum.put('/notifications/read', member, { until: items[0].id }))).toEqual({ unread: 0 })
  })
})
