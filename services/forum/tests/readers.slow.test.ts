import { readFileSync } from 'node:fs'
import { bearer } from '@agora/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Closed, closedForum, SECRET } from './helpers/closed-forum.ts'
import { administrator, Forum, guest, newUser, ok, refused, underToken, type Who } from './helpers/forum.ts'
import { sanction, sectionRef, unknown } from './helpers/moderation.ts'

interface Operation {
  operationId: string
  requestBody?: {
    content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
  }
}
const { paths } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> }

/** Every operation of the forum, its path below `/forum` or from `/notifications`. */
const operations = Object.entries(paths)
  .filter(([path]) => /^\/api\/v1\/(forum|notifications)\b/.test(path) && !path.endsWith('/stream'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const { example, examples = {} } = Object.values(requestBody?.content ?? {})[0] ?? {}
      const body = example ?? Object.values(examples)[0]?.value
      return { method: method.toUpperCase(), path: path.replace(/^\/api\/v1(\/forum)?/, ''), body }
    }),
  )

let forum: Forum
let closed: Closed
let outsiders: Record<string, Who>
let insiders: Record<string, Who>
beforeAll(async () => {
  forum = await Forum.shared()
  ;({ closed, outsiders, insiders } = await closedForum(forum))
})
afterAll(() => forum?.close())

/** What a path's parameter can name that is closed; the others name nothing of a section. */
const named: Record<string, (closed: Closed) => string[]> = {
  section_ref: ({ section }) => [section.id, section.key],
  thread_ref: ({ thread, moved }) => [thread.id, moved.id],
  post_ref: ({ post }) => [post.id],
  report_id: ({ report }) => [report.id],
  sanction_id: ({ sanction }) => [sanction.id],
}
const parameterOf = (path: string) => /\{(\w+)\}/.exec(path)?.[1] ?? ''
const filled = (path: string, ref: string) => path.replace(/\{\w+\}/, ref).replaceAll(/\{\w+\}/g, 'heart')
const ofContent = operations.filter(({ path }) => parameterOf(path) in named)
/** The listings, as they may be asked for what is closed. */
const listings = (): string[] => {
  const { section, author, from, thread } = closed
  const asked = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  return [
    ...asked.map(({ path }) => path),
    `/threads?section=${from.key}`,
    ...['Unread', 'Watched', 'Own'].map((of) => `/threads?of=${of}`),
    ...[SECRET, 'there'].map((q) => `/search?q=${q}`),
    `/search?q=${SECRET}&author=${author.id}`,
    `/users/${author.id}/posts`,
    `/users/${author.id}`,
    '/notifications?unread=false',
    `/moderation_log?section=${from.id}&include=about`,
    `/moderation_log?of=Moderated&include=about`,
    `/reports?section=${section.id}`,
    `/sanctions?section=${section.id}`,
    `/moderation_log?section=${section.id}`,
    `/threads?section=${section.id}`,
    `/search?q=${SECRET}&section=${section.key}`,
    `/search?q=there&gather=threads&order=newest&since=2000-01-01T00:00:00Z`,
    `/search?q=there&thread=${thread.id}`,
    `/threads/${thread.id}/post_at?time=2000-01-01T00:00:00Z&include=title`,
    `/threads/${thread.id}/first_unread?or=last&include=title`,
  ]
}

const call = (who: Who, { method, path, body }: { method: string; path: string; body?: unknown }) =>
  forum.call(method, path, who, method === 'GET' ? {} : { body })

describe('a section that not everybody may read', () => {
  it('is in the table of all that names something in it', () => {
    expect(ofContent.length).toBeGreaterThan(35)
    expect(new Set(ofContent.map(({ path }) => parameterOf(path)))).toEqual(new Set(Object.keys(named)))
  })

  it.each(ofContent.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'is to outsiders as if it were not there: %s',
    async (_, { method, path, body }) => {
      for (const [name, who] of Object.entries(outsiders)) {
        const none = await call(who, { method, path: filled(path, unknown), body })
        expect(none.status, name).toBeGreaterThanOrEqual(400)
        for (const ref of named[parameterOf(path)]!(closed)) {
          const { status, body: answer } = await call(who, { method, path: filled(path, ref), body })
          expect({ name, status, answer }).toEqual({ name, status: none.status, answer: none.body })
        }
      }
    },
  )

  it('is in no listing, search, count or notification of theirs', async () => {
    for (const path of listings())
      for (const [name, who] of Object.entries(outsiders)) {
        const { text } = await forum.get(path, who)
        const found = [SECRET, ...closed.ids].filter(
          (secret) => text.includes(secret) && !path.includes(secret),
        )
        expect({ name, path, found }).toEqual({ name, path, found: ownIdsIn(path) ? found : [] })
        expect({ name, path, isTold: text.includes(SECRET) }).toEqual({ name, path, isTold: false })
      }
  })

  it('is in no number of what a list has', async () => {
    for (const path of ['/threads?limit=100', '/threads?of=Watched&limit=100'])
      for (const [name, who] of Object.entries(outsiders)) {
        const { status, body } = await forum.get(path, who)
        // Guests watch nothing.
        if ([401, 403].includes(status)) continue
        expect({ name, path, count: Math.min(body.count, 100) }).toEqual({
          name,
          path,
          count: body.items.length,
        })
      }
  })

  it('is no thread to search, and none to jump in', async () => {
    const ways = (id: string) => [
      `/search?q=there&thread=${id}`,
      `/threads/${id}/post_at?time=2000-01-01T00:00:00Z`,
    ]
    for (const who of Object.values(outsiders))
      for (const path of ways(closed.thread.id)) refused(await forum.get(path, who), 404, 'thread not found')
    for (const who of Object.values(insiders))
      for (const path of ways(closed.thread.id)) ok(await forum.get(path, who))
  })

  it('is there to who may read it, by every way in', async () => {
    const { section, thread, post, author, picture } = closed
    const ways = [
      ['/sections', section.id],
      ['/overview', section.id],
      [`/sections/${section.key}`, SECRET],
      ...['/sections', '/overview', `/sections/${section.key}`].map((path) => [path, picture.id] as const),
      [`/threads/${thread.id}`, SECRET],
      [`/posts/${post.id}`, SECRET],
      ['/threads', thread.id],
      [`/threads?section=${section.key}`, thread.id],
      [`/search?q=${SECRET}`, thread.id],
      [`/users/${author.id}/posts`, SECRET],
    ] as const
    for (const [name, who] of Object.entries(insiders))
      for (const [path, shown] of ways)
        expect({ name, path, is: (await forum.get(path, who)).text.includes(shown) }).toEqual({
          name,
          path,
          is: true,
        })
  })
})

/** One's own reports and sanctions keep their ids. */
const ownIdsIn = (path: string) => path.startsWith('/self/')

const put = (key: string, settings: object) =>
  forum.call('PUT', `/sections/${key}`, administrator, { body: { display_name: key, ...settings } })
const member = (group: string, { id }: { id: string }) => `/groups/${group}/members/${id}`
const isSection = (key: string, who?: Who) =>
  forum.get(`/sections/${key}`, who).then(({ status }) => status === 200)

describe('readers', () => {
  it.each([
    ['Everyone', { guest: true, client: true, stranger: true, elsewhere: true }],
    ['Members', { guest: false, client: false, stranger: true, elsewhere: true }],
    ['Moderators', { guest: false, client: false, stranger: false, elsewhere: false }],
  ] as const)('of %s are who may read', async (readers, may) => {
    const { key } = await forum.section({ readers })
    for (const [name, is] of Object.entries(may))
      expect({ name, is: await isSection(key, outsiders[name]!) }).toEqual({ name, is })
    for (const who of [administrator, insiders.global!]) expect(await isSection(key, who)).toBe(true)
    expect(ok(await forum.get(`/sections/${key}/access`, administrator))).toEqual({
      readers,
      writers: 'Everyone',
    })
  })

  it('of Members are those whose token lets them read as themselves', async () => {
    const { key } = await forum.section({ readers: 'Members' })
    const user = newUser('Reader')
    expect(await isSection(key, underToken(user, 'forum:read'))).toBe(true)
    expect(await isSection(key, underToken(user, 'base'))).toBe(false)
  })

  it('stay in a change that names none, and the groups that it names stay', async () => {
    ok(await forum.put('/groups/kept', administrator, { display_name: 'Kept' }))
    const { key } = await forum.section({ readers: { groups: ['kept'] } })
    ok(await put(key, { display_name: 'Renamed' }))
    expect(ok(await forum.get(`/sections/${key}/access`, administrator)).readers).toEqual({
      groups: ['kept'],
    })
    refused(await forum.delete('/groups/kept', administrator), 409, 'group is in use')
    refused(await put(key, { readers: { groups: ['nobody'] } }), 422, 'group not found')
    expect(await isSection(key)).toBe(false)
    ok(await put(key, { readers: 'Everyone' }))
    expect(await isSection(key)).toBe(true)
    ok(await forum.delete('/groups/kept', administrator))
  })

  it('are no more than those of the parent, however either changes', async () => {
    for (const key of ['a', 'b']) ok(await forum.put(`/groups/${key}`, administrator, { display_name: key }))
    const wider = 'section is wider than its parent'
    const narrowing = ['Everyone', 'Members', { groups: ['a', 'b'] }, { groups: ['a'] }, 'Moderators']
    for (const [at, readers] of narrowing.entries()) {
      const parent = await forum.section({ readers })
      for (const [below, narrower] of narrowing.entries()) {
        const answer = await put(`read_${at}_${below}`, { parent: parent.key, readers: narrower })
        if (below < at) refused(answer, 422, wider)
        else ok(answer)
      }
      if (at === 0) refused(await put(parent.key, { readers: 'Members' }), 422, wider)
      if (at > 0) refused(await put(`read_${at}_none`, { parent: parent.key }), 422, wider)
    }
  })

  it('are in force from the next request, and no longer', async () => {
    ok(await forum.put('/groups/quick', administrator, { display_name: 'Quick' }))
    const user = newUser('Quick')
    await forum.meet(user)
    const section = await forum.section({ readers: { groups: ['quick'] } })
    const thread = await forum.thread(section, administrator)
    const read = () => forum.get(`/threads/${thread.id}`, user)
    for (let time = 0; time < 5; time++) {
      refused(await read(), 404, 'thread not found')
      refused(await forum.post(`/threads/${thread.id}`, user, { body: 'x' }), 404, 'thread not found')
      ok(await forum.put(member('quick', user), administrator))
      ok(await read())
      ok(await forum.post(`/threads/${thread.id}`, user, { body: 'x' }))
      ok(await forum.delete(member('quick', user), administrator))
    }
    ok(await put(section.key, { readers: 'Members' }))
    ok(await read())
  })

  it('who may not write are as if muted there', async () => {
    const section = await forum.section({ readers: 'Members', writers: 'Moderators' })
    const user = newUser('Silent')
    expect(ok(await forum.get(`/sections/${section.id}`, user)).self.can_create_thread).toBe(false)
    refused(
      await forum.post(`/sections/${section.id}`, user, { title: 'News', body: 'Hello' }),
      403,
      'current actor does not have the permission to create a thread in this section',
    )
  })
})

describe('what is closed', () => {
  it('is neither in the number of sections nor the newest post of what is above it', async () => {
    const above = await forum.section()
    const open = await forum.section({ parent: above.key })
    const section = await forum.section({ parent: above.key, readers: 'Moderators' })
    const shown = await forum.thread(open, administrator, 'Shown')
    await forum.thread(section, administrator, 'Kept')
    const [seen, all] = [await forum.sections(), await forum.sections(administrator)]
    expect(all.length).toBeGreaterThan(seen.length)
    for (const who of [guest, administrator]) {
      const { sections } = ok(await forum.get('/overview', who))
      const of = (id: string) => sections.find((one: { id: string }) => one.id === id)
      expect(of(above.id).last_post.thread.id).toBe(shown.id)
      expect(of(section.id)?.last_post ?? null).toBe(null)
    }
    expect(ok(await forum.get(`/sections/${above.id}`)).children.map(({ id }: { id: string }) => id)).toEqual(
      [open.id],
    )
    const page = ok(await forum.get('/sections?offset=1&limit=1'))
    expect(page).toMatchObject({ count: seen.length, items: [seen[1]] })
  })

  it('counts for nobody in what a member has written, and is listed to who may read it', async () => {
    const author = newUser('Writer')
    const [open, section] = [await forum.section(), await forum.section({ readers: 'Moderators' })]
    const threads = [await forum.thread(open, author), await forum.thread(open, author)]
    ok(await forum.post(`/threads/${threads[1].id}/section`, administrator, { section: sectionRef(section) }))
    const {
      threads: opened,
      posts,
      first_post_at,
      last_post_at,
    } = ok(await forum.get(`/users/${author.id}`, administrator))
    expect([opened.count, posts.count, last_post_at]).toEqual([1, 1, first_post_at])
    for (const [who, count] of [
      [guest, 1],
      [author, 1],
      [administrator, 2],
    ] as const)
      expect(ok(await forum.get(`/users/${author.id}/posts`, who))).toMatchObject({
        count,
        items: { length: count },
      })
  })

  it('moves with its thread, at once and for all', async () => {
    const [open, section] = [await forum.section(), await forum.section({ readers: 'Moderators' })]
    const { id } = await forum.thread(open, administrator, 'Comes and goes')
    const { id: post } = await forum.reply({ id }, administrator, 'Hidden treasure')
    const move = (to: { id: string }) =>
      forum.post(`/threads/${id}/section`, administrator, { section: sectionRef(to) }).then(ok)
    for (let time = 0; time < 3; time++) {
      await move(section)
      refused(await forum.get(`/threads/${id}`), 404, 'thread not found')
      refused(await forum.get(`/posts/${post}/location`), 404, 'post not found')
      expect((await forum.get('/threads')).text).not.toContain(id)
      await move(open)
      ok(await forum.get(`/threads/${id}`))
      ok(await forum.get(`/posts/${post}/location`))
      expect((await forum.get('/threads')).text).toContain(id)
    }
  })

  it('has no destination in the log of the section that was left, nor a title there', async () => {
    const { from, section, moved } = closed
    const log = async (who: Who) => {
      const { items } = ok(await forum.get(`/moderation_log?section=${from.id}&include=about`, who))
      return items.find(
        ({ thread, action }: { thread: string; action: string }) =>
          thread === moved.id && action === 'MoveThread',
      )
    }
    const seen = await log(outsiders.elsewhere!)
    expect(seen.data).toEqual({ from_section: from.id })
    expect(seen.about).toEqual({})
    const all = await log(insiders.global!)
    expect(all.data).toEqual({ from_section: from.id, to_section: section.id })
    expect(all.about.thread_title).toContain(SECRET)
  })

  it('cannot be moved to by who may not read it, whether it is there or not', async () => {
    const { from, section } = closed
    const { id } = await forum.thread(from, closed.author)
    const move = (to: { id: string }) =>
      forum.post(`/threads/${id}/section`, outsiders.elsewhere!, { section: sectionRef(to) })
    const none = await move({ id: unknown })
    expect(await move(section)).toMatchObject({ status: none.status, body: none.body })
  })

  it('is not read again by a key that created in it', async () => {
    ok(await forum.put('/groups/keyed', administrator, { display_name: 'Keyed' }))
    const user = newUser('Keyed')
    await forum.meet(user)
    ok(await forum.put(member('keyed', user), administrator))
    const section = await forum.section({ readers: { groups: ['keyed'] } })
    const create = () =>
      forum.call('POST', `/sections/${section.id}`, user, {
        body: { title: 'Once', body: 'Only.' },
        headers: { 'idempotency-key': 'once' },
      })
    ok(await create())
    ok(await create())
    ok(await forum.delete(member('keyed', user), administrator))
    refused(await create(), 404, 'thread not found')
  })

  it('is in no mail about a sanction to who may not read it', async () => {
    const [section, open] = [await forum.section({ readers: 'Moderators' }), await forum.section()]
    const user = newUser('Muted')
    await forum.meet(user)
    const as = bearer(forum.suite.secrets.serviceKeys['mail-jobs'])
    const mailed = async (where: { id: string }) => {
      const { id } = await sanction(forum, user, { section: where, kind: 'Warning' })
      const url = `${forum.suite.urls.forum[0]}/internal/sanctions`
      return (await forum.suite.call('POST', url, { as, body: { sanction: id } })).status
    }
    expect([await mailed(section), await mailed(open)]).toEqual([404, 200])
  })

  it('shows a moderator of what is below it nothing of itself', async () => {
    const above = await forum.section({ display_name: SECRET, readers: 'Moderators' })
    const below = await forum.section({ parent: above.key, readers: 'Moderators' })
    const moderator = await forum.moderator(below)
    expect(ok(await forum.get(`/sections/${below.id}`, moderator)).parent).toBe(null)
    expect(ok(await forum.get(`/sections/${below.id}`, administrator)).parent).toMatchObject({ id: above.id })
    expect((await forum.get('/overview', moderator)).text).not.toContain(above.id)
  })

  it('is in the notifications and streams of who may read it, for as long', async () => {
    ok(await forum.put('/groups/streamed', administrator, { display_name: 'Streamed' }))
    const user = newUser('Streamed')
    await forum.meet(user)
    const section = await forum.section({ readers: { groups: ['streamed'] } })
    const open = await forum.section()
    const join = () => forum.put(member('streamed', user), administrator).then(ok)
    await join()
    const thread = await forum.thread(section, administrator)
    const other = await forum.thread(open, administrator)
    for (const { id } of [thread, other])
      ok(await forum.put(`/threads/${id}/subscription`, user, { level: 'Watching' }))
    const stream = await forum.listen('/notifications/stream', user)
    const unread = async () => ok(await forum.get('/notifications/count', user)).unread
    await forum.reply(thread, administrator)
    await expect.poll(() => stream.events.length).toBe(1)
    expect(stream.events[0]!.data.thread.id).toBe(thread.id)
    expect(await unread()).toBe(1)
    ok(await forum.delete(member('streamed', user), administrator))
    expect(await unread()).toBe(0)
    await forum.reply(thread, administrator)
    await forum.told()
    await forum.reply(other, administrator)
    await expect.poll(() => stream.events.length).toBe(2)
    expect(stream.events[1]!.data.thread.id).toBe(other.id)
    expect(await unread()).toBe(1)
    await join()
    expect(await unread()).toBe(2)
    stream.close()
  })
})
