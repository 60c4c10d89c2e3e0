import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const operator = { kind: 'guest', internalKey: 'valid' } as const

const grammar = {
  admin: false,
  code: true,
  depth: 4,
  emphasis: true,
  icons: ['smile', 'wink', 'heart', 'trophy', 'star', 'skull'],
  links: ['http', 'https'],
  mod: false,
  quote: true,
  spoiler: true,
  strikethrough: true,
  strong: true,
}
const guestSelf = { roles: [], grammar, unread_threads: 0, can_create_thread: false }

describe('upsertSection', () => {
  it('returns the full section, to the last key', async () => {
    const body = { key: 'full', display_name: 'Full', locale: 'en-US', order: 7 }
    expect(ok(await forum.post('/sections', operator, body))).toEqual({
      type: 'ForumSection',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: 'full',
      display_name: 'Full',
      ctime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      locale: 'en-US',
      parent: null,
      threads: { offset: 0, limit: 20, count: 0, items: [] },
      children: [],
      role_grants: [],
      self: guestSelf,
    })
  })

  it('updates the section with the same key in place', async () => {
    const first = ok(
      await forum.post('/sections', operator, { key: 'same', display_name: 'A', locale: null }),
    )
    const second = ok(
      await forum.post('/sections', operator, { key: 'same', display_name: 'B', locale: 'fr-FR' }),
    )
    expect(second).toEqual({ ...first, display_name: 'B', locale: 'fr-FR' })
  })

  it('refuses callers without the internal key, whatever they send', async () => {
    refused(await forum.post('/sections', guest, {}), 401, 'missing internal authentication header')
    refused(await forum.post('/sections', administrator, {}), 401, 'missing internal authentication header')
    const wrong = { kind: 'guest', internalKey: 'wrong' } as const
    refused(await forum.post('/sections', wrong, 'no JSON'), 403, 'invalid internal authentication key')
  })

  it('refuses parents that do not exist, would form a cycle, or hold threads', async () => {
    const upsert = (body: object) =>
      forum.post('/sections', operator, { display_name: 'S', locale: null, ...body })
    refused(await upsert({ key: 'orphan', parent: 'nothing' }), 422, 'parent section not found')
    ok(await upsert({ key: 'top' }))
    ok(await upsert({ key: 'middle', parent: 'top' }))
    ok(await upsert({ key: 'bottom', parent: 'middle' }))
    const cycle = 'parent section is the section itself or below it'
    refused(await upsert({ key: 'top', parent: 'bottom' }), 422, cycle)
    refused(await upsert({ key: 'top', parent: 'top' }), 422, cycle)
    const { id } = ok(await forum.get('/sections/bottom'))
    const thread = await forum.thread({ id }, administrator)
    refused(await upsert({ key: 'low', parent: 'bottom' }), 422, 'parent section holds threads')
    ok(await forum.delete(`/threads/${thread.id}`, administrator))
    refused(await upsert({ key: 'low', parent: 'bottom' }), 422, 'parent section holds threads')
  })

  it('lets a category hold threads again once its last child has left', async () => {
    const upsert = (body: object) =>
      forum.post('/sections', operator, { display_name: 'S', locale: null, ...body })
    const { id } = ok(await upsert({ key: 'category' }))
    ok(await upsert({ key: 'child', parent: 'category' }))
    const input = { title: 'Title', body: 'Body' }
    refused(await forum.post(`/sections/${id}`, administrator, input), 400, 'section holds no threads')
    expect(ok(await forum.get('/sections/category', administrator)).self.can_create_thread).toBe(false)
    ok(await upsert({ key: 'child' }))
    ok(await forum.post(`/sections/${id}`, administrator, input))
  })

  it('refuses bodies of the wrong shape and names the field', async () => {
    const valid = { key: 'shape', display_name: 'Shape', locale: null }
    for (const [field, value] of [
      ['key', 'Upper'],
      ['key', 'x'.repeat(33)],
      ['key', ['shape']],
      ['key', undefined],
      ['display_name', ''],
      ['display_name', 'nul\0'],
      ['display_name', '\ud800'],
      ['locale', 'english'],
      ['parent', 5],
      ['order', 1.5],
      ['order', '1'],
      ['order', 2 ** 31],
    ] as const) {
      const answer = await forum.post('/sections', operator, { ...valid, [field]: value })
      expect(answer.status, `${field}: ${String(value)}`).toBe(422)
      expect(answer.body.error).toContain(`\`${field}\``)
    }
    expect((await forum.get('/sections/shape')).status).toBe(404)
  })

  it('keeps the tree consistent when sections are written at once', async () => {
    const upsert = (key: string, parent?: string) =>
      forum.post('/sections', operator, {
        key,
        display_name: key,
        locale: null,
        ...(parent ? { parent } : {}),
      })
    ok(await upsert('ring_a'))
    ok(await upsert('ring_b'))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? upsert('ring_a', 'ring_b') : upsert('ring_b', 'ring_a'),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    const [counted] = await forum.rows<{ wrong: number }>(
      `SELECT count(*)::int AS wrong FROM section AS s
       WHERE child_count <> (SELECT count(*) FROM section AS c WHERE c.parent_id = s.id)`,
    )
    expect(counted?.wrong).toBe(0)
  })
})

describe('listSections and getSection', () => {
  it('list all sections flat, by order and then creation, with parents up to the root', async () => {
    const root = await forum.section({ key: 'tree_root', order: -10, locale: 'en-US' })
    await forum.section({ key: 'tree_second', order: -9 })
    await forum.section({ key: 'tree_leaf', order: -9, parent: 'tree_root' })
    const listing = ok(await forum.get('/sections'))
    expect(listing.items.slice(0, 3).map(({ key }: { key: string }) => key)).toEqual([
      'tree_root',
      'tree_second',
      'tree_leaf',
    ])
    expect(listing).toMatchObject({ offset: 0, limit: 100, count: (await forum.sections()).length })
    const leaf = listing.items[2]
    expect(leaf).toEqual({
      type: 'ForumSection',
      id: leaf.id,
      key: 'tree_leaf',
      display_name: leaf.display_name,
      ctime: leaf.ctime,
      locale: null,
      parent: {
        type: 'ForumSection',
        id: root.id,
        key: 'tree_root',
        display_name: expect.any(String),
        locale: 'en-US',
        parent: null,
      },
      threads: { count: 0 },
      self: guestSelf,
    })
    const single = ok(await forum.get('/sections/tree_root'))
    expect(single.children).toEqual([leaf])
  })

  it('read a section by id and by key', async () => {
    const section = await forum.section()
    const byId = ok(await forum.get(`/sections/${section.id.toUpperCase()}`))
    expect(ok(await forum.get(`/sections/${section.key}`))).toEqual(byId)
  })

  it('page the listing', async () => {
    const all = ok(await forum.get('/sections'))
    const page = ok(await forum.get('/sections?offset=1&limit=2'))
    expect(page).toEqual({ offset: 1, limit: 2, count: all.count, items: all.items.slice(1, 3) })
  })

  it.each([
    ['offset', '-1'],
    ['offset', '1.5'],
    ['limit', 'ten'],
    ['limit', '0x10'],
    ['limit', ''],
  ])('refuse a bad %s (%s) before anything else', async (name, value) => {
    const message = `invalid \`${name}\` query parameter`
    refused(await forum.get(`/sections?${name}=${value}`), 400, message)
    refused(await forum.get(`/sections/nothing?${name}=${value}`), 400, message)
  })

  it('answer 404 for references that name nothing, whatever their form', async () => {
    for (const ref of ['nothing', 'Upper', '0000', '%00', 'a%2Fb', '01890000-0000-7000-8000-000000000000']) {
      refused(await forum.get(`/sections/${ref}`), 404, 'section not found')
    }
  })

  it('page through the threads of a section, pinned first, newest post first', async () => {
    const section = await forum.section()
    const author = newUser('Author')
    const titles = Array.from({ length: 9 }, (_, index) => `Thread ${index}`)
    const threads = []
    for (const title of titles) threads.push(await forum.thread(section, author, title))
    await forum.reply(threads[1], author)
    ok(await forum.patch(`/threads/${threads[4].id}`, administrator, { is_pinned: true }))
    const expected = [4, 1, 8, 7, 6, 5, 3, 2, 0].map((index) => titles[index])
    for (const limit of [1, 2, 4, 9, 100, 1000]) {
      const read: string[] = []
      for (let offset = 0; offset < 12; offset += limit) {
        const { threads: page } = ok(
          await forum.get(`/sections/${section.id}?offset=${offset}&limit=${limit}`),
        )
        expect(page).toMatchObject({ offset, limit: Math.min(limit, 100), count: 9 })
        expect(page.items.length).toBe(Math.max(0, Math.min(limit, 9 - offset)))
        read.push(...page.items.map(({ title }: { title: string }) => title))
      }
      expect(read).toEqual(expected)
    }
    const beyond = ok(await forum.get(`/sections/${section.id}?offset=999999999999999&limit=0`))
    expect(beyond.threads).toEqual({ offset: 999999999999999, limit: 0, count: 9, items: [] })
  })
})

describe('what a section shows of itself', () => {
  const put = (key: string, settings: object) =>
    forum.call('PUT', `/sections/${key}`, administrator, { body: { display_name: key, ...settings } })

  it('is there where it was said, and stays in a change that does not say it', async () => {
    const { key } = await forum.section()
    const plain = ok(await forum.get(`/sections/${key}`))
    for (const name of ['description', 'colour', 'is_archived']) expect(plain).not.toHaveProperty(name)
    const face = { description: 'Where <one> asks.', colour: '#1d5fa8' }
    expect(ok(await put(key, face))).toMatchObject(face)
    expect(ok(await put(key, { locale: 'fr-FR' }))).toMatchObject(face)
    const { sections } = ok(await forum.get('/overview'))
    expect(sections.find((one: { key: string }) => one.key === key)).toMatchObject(face)
    const bare = ok(await put(key, { description: null, colour: null }))
    for (const name of ['description', 'colour']) expect(bare).not.toHaveProperty(name)
    for (const wrong of [
      { description: 'x'.repeat(501) },
      { description: '' },
      { colour: 'red' },
      { colour: '#12345g' },
    ])
      expect((await put(key, wrong)).status).toBe(422)
  })

  it('is its place in the order that administrators put it in', async () => {
    const sections = [await forum.section(), await forum.section(), await forum.section()]
    const keys = sections.map(({ key }) => key)
    const order = (body: object) => forum.call('PUT', '/section_order', administrator, { body })
    const listed = async () =>
      (await forum.sections())
        .map(({ key }: { key: string }) => key)
        .filter((key: string) => keys.includes(key))
    for (const wanted of [keys.toReversed(), keys]) {
      ok(await order({ keys: wanted }))
      expect(await listed()).toEqual(wanted)
    }
    refused(await order({ keys: [keys[0], 'nowhere_at_all'] }), 404, 'section not found')
    expect(await listed()).toEqual(keys)
    for (const wrong of [{ keys: [] }, { keys: [keys[0], keys[0]] }, {}])
      expect((await order(wrong)).status).toBe(422)
  })
})

describe('closing a section for good', () => {
  const close = (ref: string) => forum.delete(`/sections/${ref}`, administrator)
  const put = (key: string, settings: object) =>
    forum.call('PUT', `/sections/${key}`, administrator, { body: { display_name: key, ...settings } })

  it('deletes what is empty, also below others, and once', async () => {
    const above = await forum.section()
    const below = await forum.section({ parent: above.key })
    const closing = await Promise.all(Array.from({ length: 5 }, () => close(below.key)))
    expect(closing.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    refused(await forum.get(`/sections/${below.id}`), 404, 'section not found')
    // With nothing below it, it can hold threads again.
    await forum.thread(above, administrator)
    expect(ok(await close(above.id))).toEqual({ state: 'Archived' })
  })

  it('archives what holds anything: it is read, found and moderated, and nobody writes there', async () => {
    const section = await forum.section()
    const author = newUser('Author')
    const moderator = await forum.moderator(section)
    const thread = await forum.thread(section, author)
    expect(ok(await close(section.key))).toEqual({ state: 'Archived' })
    const page = ok(await forum.get(`/sections/${section.key}`, author))
    expect([page.is_archived, page.self.can_create_thread]).toEqual([true, false])
    for (const who of [author, moderator, administrator]) {
      const shown = ok(await forum.get(`/threads/${thread.id}`, who))
      expect([shown.self.can_post, shown.section.is_archived]).toEqual([false, true])
      expect((await forum.post(`/threads/${thread.id}`, who, { body: 'x' })).status).toBe(403)
      expect((await forum.post(`/sections/${section.id}`, who, { title: 'Hello', body: 'x' })).status).toBe(
        403,
      )
      const post = thread.posts.items[0].id
      expect((await forum.put(`/posts/${post}/reactions/heart`, who)).status).toBe(403)
    }
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    ok(await put(section.key, { is_archived: false }))
    ok(await forum.post(`/sections/${section.id}`, author, { title: 'Hello', body: 'x' }))
  })

  it('takes what is below along, which opens only once what is above it is open', async () => {
    const above = await forum.section()
    const below = await forum.section({ parent: above.key })
    const deep = await forum.section({ parent: below.key })
    await forum.thread(deep, administrator)
    expect(ok(await close(above.key))).toEqual({ state: 'Archived' })
    for (const { key } of [above, below, deep])
      expect(ok(await forum.get(`/sections/${key}`)).is_archived).toBe(true)
    refused(await put(deep.key, { parent: below.key, is_archived: false }), 409, 'section is archived')
    refused(await put('late_child', { parent: above.key }), 409, 'section is archived')
    ok(await put(above.key, { is_archived: false }))
    ok(await put(below.key, { parent: above.key, is_archived: false }))
    expect(ok(await put(deep.key, { parent: below.key, is_archived: false }))).not.toHaveProperty(
      'is_archived',
    )
  })
})
