import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  underToken,
  type Who,
} from './helpers/forum.ts'

/** Two processes in turn: each answers what the other has created. */
let forum: Forum
let section: { id: string; key: string }
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  await forum.meet(administrator, author)
})
afterAll(() => forum.close())

const TWENTY = Array.from({ length: 20 })
const inUse = 'idempotency key was used for another request'

const send = (path: string, who: Who, body: unknown, key: string) =>
  forum.call('POST', path, who, { body, headers: { 'idempotency-key': key } })
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')
const keysKept = async () =>
  (await forum.rows<{ count: number }>('SELECT count(*)::int AS count FROM idempotency_key'))[0]!.count

/** Each creating route: where, who, what, another body, and how many there are now. */
const creations = {
  createThread: async () => ({
    path: `/sections/${section.id}`,
    who: author,
    body: { title: 'Once', body: 'First post.' },
    another: { title: 'Twice', body: 'First post.' },
    count: async () => ok(await forum.get(`/sections/${section.id}`)).threads.count,
  }),
  createPost: async () => {
    const thread = await forum.thread(section, author)
    return {
      path: `/threads/${thread.id}`,
      who: author,
      body: { body: 'Once' },
      another: { body: 'Twice' },
      count: async () => ok(await forum.get(`/threads/${thread.id}`)).posts.count,
    }
  },
  reportThread: async () => {
    const thread = await forum.thread(section, author)
    const who = newUser('Reporter')
    return {
      path: `/threads/${thread.id}/reports`,
      who,
      body: { reason: 'Spam', body: 'Once' },
      another: { reason: 'Other', body: 'Once' },
      count: async () => ok(await forum.get('/self/reports', who)).count,
    }
  },
  reportPost: async () => {
    const thread = await forum.thread(section, author)
    const who = newUser('Reporter')
    return {
      path: `/posts/${thread.posts.items[0].id}/reports`,
      who,
      body: { reason: 'Spam' },
      another: { reason: 'Spam', body: 'More' },
      count: async () => ok(await forum.get('/self/reports', who)).count,
    }
  },
  createReportNote: async () => {
    const thread = await forum.thread(section, author)
    const { id } = ok(
      await forum.post(`/threads/${thread.id}/reports`, newUser('Reporter'), { reason: 'Spam' }),
    )
    const path = `/reports/${id}/notes`
    return {
      path,
      who: administrator,
      body: { body: 'Once' },
      another: { body: 'Twice' },
      count: async () => ok(await forum.get(path, administrator)).count,
    }
  },
  createSanction: async () => {
    const user = newUser('Warned')
    await forum.meet(user)
    const body = { user: { type: 'User', id: user.id }, kind: 'Mute', reason: 'Once', internal_note: '' }
    return {
      path: '/sanctions',
      who: administrator,
      body,
      another: { ...body, reason: 'Twice' },
      count: async () => ok(await forum.get(`/sanctions?user=${user.id}`, user)).count,
    }
  },
}

describe.each(Object.entries(creations))('%s', (_name, creation) => {
  it('sent twenty times at once to two processes creates once, and every answer is that creation', async () => {
    const { path, who, body, count } = await creation()
    const before = await count()
    const key = newId()
    const answers = await Promise.all(TWENTY.map(() => send(path, who, body, key)))
    const ids = new Set(answers.map((answer) => ok(answer).id))
    expect(ids.size).toBe(1)
    expect(await count()).toBe(before + 1)
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1)
    expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(19)
  })

  it('answers a repetition like the creation, whatever the order of its keys, and refuses another body', async () => {
    const { path, who, body, another, count } = await creation()
    const first = ok(await send(path, who, body, 'a-key'))
    const now = await count()
    const reordered = Object.fromEntries(Object.entries(body).reverse())
    const again = await send(path, who, reordered, 'a-key')
    expect(ok(again)).toEqual(first)
    expect(replayed(again)).toBe('true')
    refused(await send(path, who, another, 'a-key'), 422, inUse)
    expect(await count()).toBe(now)
  })

  it.each(['', ' ', 'a b', 'ä', 'a\tb', 'x'.repeat(65)])('refuses %j as a key', async (key) => {
    const { path, who, body, count } = await creation()
    const before = await count()
    refused(await send(path, who, body, key), 422, 'invalid idempotency key')
    expect(await count()).toBe(before)
  })

  it('refuses two headers', async () => {
    const { path, who, body } = await creation()
    refused(await send(path, who, body, 'one, two'), 422, 'invalid idempotency key')
  })

  it('does not keep the key of a refused request', async () => {
    const { path, who, body } = await creation()
    const kept = await keysKept()
    const bad = { ...body, reason: 1, body: 1 }
    expect((await send(path, who, bad, 'refused')).status).toBe(422)
    expect(replayed(await send(path, who, body, 'refused'))).toBeNull()
    expect(await keysKept()).toBe(kept + 1)
  })

  it('refuses a caller who may never create, before any repetition', async () => {
    const { path, who, body } = await creation()
    ok(await send(path, who, body, 'mine'))
    for (const other of [guest, client, underToken(who, 'forum:read')]) {
      for (const key of ['mine', ''])
        expect([401, 403]).toContain((await send(path, other, body, key)).status)
    }
  })
})

describe('a key', () => {
  it('belongs to the caller, however they sign in, and to the route', async () => {
    const thread = await forum.thread(section, author)
    const elsewhere = await forum.thread(section, author)
    const other = newUser('Other')
    const path = `/threads/${thread.id}`
    const first = ok(await send(path, author, { body: 'A' }, 'shared'))
    const byToken = await send(
      path.toUpperCase().replace('/THREADS', '/threads'),
      underToken(author, 'forum:write'),
      { body: 'A' },
      'shared',
    )
    expect(ok(byToken).id).toBe(first.id)
    expect(replayed(byToken)).toBe('true')
    expect(replayed(await send(path, other, { body: 'A' }, 'shared'))).toBeNull()
    expect(replayed(await send(`/threads/${elsewhere.id}`, author, { body: 'A' }, 'shared'))).toBeNull()
  })

  it('is answered while the thread is locked or the caller muted, and 404 once the thread is gone', async () => {
    const thread = await forum.thread(section, author)
    const member = newUser('Muted')
    const path = `/threads/${thread.id}`
    const post = ok(await send(path, member, { body: 'Before' }, 'k'))
    ok(await forum.patch(path, administrator, { is_locked: true }))
    expect(ok(await send(path, member, { body: 'Before' }, 'k')).id).toBe(post.id)
    refused(await send(path, member, { body: 'After' }, 'k'), 422, inUse)
    const mute = { user: { type: 'User', id: member.id }, kind: 'Mute', reason: '', internal_note: '' }
    ok(await forum.post('/sanctions', administrator, mute))
    expect(ok(await send(path, member, { body: 'Before' }, 'k')).id).toBe(post.id)
    ok(await forum.delete(path, administrator))
    refused(await send(path, member, { body: 'Before' }, 'k'), 404, 'post not found')
  })

  it('of a sanction returns nothing to a caller who has lost the right to sanction', async () => {
    const moderator = await forum.moderator(section)
    const user = newUser('Warned')
    await forum.meet(user)
    const scope = { type: 'ForumSection', id: section.id }
    const warning = {
      user: { type: 'User', id: user.id },
      section: scope,
      kind: 'Warning',
      reason: '',
      internal_note: '',
    }
    ok(await send('/sanctions', moderator, warning, 'k'))
    ok(
      await forum.delete(`/sections/${section.id}/role_grants`, administrator, {
        type: 'User',
        id: moderator.id,
      }),
    )
    const refusal = 'current actor does not have the permission to sanction this user'
    refused(await send('/sanctions', moderator, warning, 'k'), 403, refusal)
  })

  it('of a caller who may not sanction is not even checked', async () => {
    const moderator = await forum.moderator(section)
    const warning = { user: { type: 'User', id: author.id }, kind: 'Warning', reason: '', internal_note: '' }
    const refusal = 'current actor does not have the permission to sanction this user'
    for (const who of [author, underToken(author, 'forum:write'), moderator, guest, client])
      refused(await send('/sanctions', who, warning, ''), 403, refusal)
    const there = { ...warning, section: { type: 'ForumSection', id: section.id } }
    refused(await send('/sanctions', moderator, there, ''), 422, 'invalid idempotency key')
  })

  it('never tells a reporter who resolved the report', async () => {
    const thread = await forum.thread(section, author)
    const reporter = newUser('Reporter')
    const path = `/threads/${thread.id}/reports`
    const { id } = ok(await send(path, reporter, { reason: 'Spam' }, 'k'))
    ok(await forum.post(`/reports/${id}/resolution`, administrator, { status: 'Accepted' }))
    const again = ok(await send(path, reporter, { reason: 'Spam' }, 'k'))
    expect(again).toMatchObject({ id, status: 'Accepted', resolved_by: null })
    expect(again).not.toHaveProperty('context')
  })

  it('creates again after 24 hours, once', async () => {
    const thread = await forum.thread(section, author)
    const path = `/threads/${thread.id}`
    const first = ok(await send(path, author, { body: 'A' }, 'old'))
    const age = (hours: string) =>
      forum.rows(`UPDATE idempotency_key SET created_at = now() - $1::interval WHERE creation_id = $2`, [
        hours,
        first.id,
      ])
    await age('23 hours 59 minutes')
    expect(ok(await send(path, author, { body: 'A' }, 'old')).id).toBe(first.id)
    await age('24 hours 1 second')
    const answers = await Promise.all(TWENTY.map(() => send(path, author, { body: 'B' }, 'old')))
    const ids = new Set(answers.map((answer) => ok(answer).id))
    expect(ids.size).toBe(1)
    expect([...ids][0]).not.toBe(first.id)
    expect(ok(await forum.get(path)).posts.count).toBe(3)
  })

  it('works for a body nested as deep as a request may be, or refuses it as the caller’s fault', async () => {
    const thread = await forum.thread(section, author)
    const deep = `{"body": "A", "more": ${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    const { status } = await send(`/threads/${thread.id}`, author, deep, 'deep')
    expect([200, 422]).toContain(status)
  })
})
