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
const of = (kind: 'threads' | 'sections', target: { id: string }) => `/${kind}/${target.id}/subscription`

async function levelOf(kind: 'threads' | 'sections', target: { id: string }, who: User) {
  const subscription = ok(await forum.get(of(kind, target), who))
  const page = ok(await forum.get(`/${kind}/${target.id}?include=subscription`, who))
  expect(page).toMatchObject({ subscription })
  expect(page).not.toHaveProperty('reactions')
  for (const item of page.threads?.items ?? []) expect(item).not.toHaveProperty('opening')
  const { level, is_default: isDefault } = subscription
  return isDefault ? `${level} by default` : level
}
const put = (kind: 'threads' | 'sections', target: { id: string }, who: User, level: string) =>
  forum.put(of(kind, target), who, { level })

describe('a subscription', () => {
  it('is what the member says, until they say otherwise', async () => {
    const section = await forum.section()
    const thread = await forum.thread(section, newUser('Author'))
    const member = newUser('Member')
    for (const [kind, target] of [
      ['threads', thread],
      ['sections', section],
    ] as const) {
      expect(ok(await forum.get(of(kind, target), member))).toEqual({ level: 'None', is_default: true })
      for (const level of ['Watching', 'Muted', 'Muted', 'Watching'])
        expect(ok(await put(kind, target, member, level))).toEqual({ level, is_default: false })
      expect(ok(await forum.delete(of(kind, target), member))).toMatchObject({ is_default: true })
      expect(await levelOf(kind, target, member)).toBe('None by default')
      expect(ok(await forum.delete(of(kind, target), member))).toEqual({ level: 'None', is_default: true })
    }
  })

  it('of a thread defaults to that of the nearest section with one', async () => {
    const root = await forum.section()
    const middle = await forum.section({ parent: root.key })
    const section = await forum.section({ parent: middle.key })
    const thread = await forum.thread(section, newUser('Author'))
    const member = newUser('Member')
    ok(await put('sections', root, member, 'Watching'))
    expect(await levelOf('threads', thread, member)).toBe('Watching by default')
    expect(await levelOf('sections', section, member)).toBe('Watching by default')
    ok(await put('sections', middle, member, 'Muted'))
    expect(await levelOf('threads', thread, member)).toBe('Muted by default')
    ok(await put('sections', section, member, 'Watching'))
    expect(await levelOf('threads', thread, member)).toBe('Watching by default')
    ok(await put('threads', thread, member, 'Muted'))
    expect(await levelOf('threads', thread, member)).toBe('Muted')
    expect(await levelOf('sections', middle, member)).toBe('Muted')
    expect(await levelOf('threads', thread, newUser('Another'))).toBe('None by default')
  })

  it('comes with opening or replying to a thread, unless the member has switched that off', async () => {
    const section = await forum.section()
    const [author, member] = [newUser('Author'), newUser('Member')]
    const thread = await forum.thread(section, author)
    expect(await levelOf('threads', thread, author)).toBe('Watching by default')
    await forum.reply(thread, member)
    expect(await levelOf('threads', thread, member)).toBe('Watching by default')
    ok(await forum.patch('/notifications/settings', member, { auto_watch: false }))
    expect(await levelOf('threads', thread, member)).toBe('None by default')
    ok(await forum.patch('/notifications/settings', member, { auto_watch: true }))
    expect(await levelOf('threads', thread, member)).toBe('Watching by default')
    ok(await put('sections', section, member, 'Muted'))
    expect(await levelOf('threads', thread, member)).toBe('Muted by default')
  })

  it('stays muted when the member replies, and returns to the default when it is deleted', async () => {
    const member = newUser('Member')
    const thread = await forum.thread(await forum.section(), newUser('Author'))
    ok(await put('threads', thread, member, 'Muted'))
    await forum.reply(thread, member)
    expect(await levelOf('threads', thread, member)).toBe('Muted')
    expect(ok(await forum.delete(of('threads', thread), member))).toEqual({
      level: 'Watching',
      is_default: true,
    })
  })

  it('after twenty changes at once is one of them', async () => {
    const member = newUser('Member')
    const thread = await forum.thread(await forum.section(), newUser('Author'))
    const levels = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'Watching' : 'Muted'))
    const answers = await Promise.all(levels.map((level) => put('threads', thread, member, level)))
    for (const answer of answers) expect(ok(answer)).toMatchObject({ is_default: false })
    expect(['Watching', 'Muted']).toContain(await levelOf('threads', thread, member))
    expect(await forum.rows('SELECT FROM subscription WHERE user_id = $1', [member.id])).toHaveLength(1)
  })
})

describe('the subscription that a thread or a section includes', () => {
  it('is that of each of many who read the thread at once', async () => {
    const thread = await forum.thread(await forum.section(), newUser('Author'))
    const [watcher, muter, other] = [newUser('Watcher'), newUser('Muter'), newUser('Other')]
    ok(await put('threads', thread, watcher, 'Watching'))
    ok(await put('threads', thread, muter, 'Muted'))
    const path = `/threads/${thread.id}?include=reactions,subscription`
    const readers = [watcher, muter, other, watcher, muter, other]
    const pages = await Promise.all(readers.map((who) => forum.get(path, who).then(ok)))
    expect(pages.map(({ subscription }) => subscription.level)).toEqual([
      'Watching',
      'Muted',
      'None',
      'Watching',
      'Muted',
      'None',
    ])
    for (const page of pages) expect(page).toMatchObject({ reactions: [] })
  })

  it('is told to nobody who may not read it, and to nobody who does not ask', async () => {
    const member = newUser('Member')
    const section = await forum.section()
    const thread = await forum.thread(section, member)
    for (const [place, other] of [
      [`/threads/${thread.id}`, 'reactions'],
      [`/sections/${section.key}`, 'opening'],
    ] as const) {
      const read = (include: string, who: Parameters<typeof forum.get>[1]) =>
        forum.get(`${place}?include=${include}`, who).then(ok)
      for (const who of [guest, client, underToken(member, 'base')])
        expect(await read(`${other},subscription`, who)).not.toHaveProperty('subscription')
      expect(ok(await forum.get(place, member))).not.toHaveProperty('subscription')
      expect(await read(other, member)).not.toHaveProperty('subscription')
      const page = await read(`${other},subscription`, member)
      expect(page.subscription).toMatchObject({ is_default: true })
      expect(await read(`subscription,${other}`, member)).toEqual(page)
    }
  })
})

describe('nobody subscribes', () => {
  it('but a member, with a token that allows it', async () => {
    const member = newUser('Member')
    const section = await forum.section()
    const thread = await forum.thread(section, newUser('Author'))
    for (const path of [of('threads', thread), of('sections', section)]) {
      for (const who of [guest, client]) refused(await forum.get(path, who), 401, 'authentication required')
      refused(await forum.get(path, unresolvable), 401, 'invalid credentials')
      refused(await forum.get(path, underToken(member, 'base')), 403, 'forbidden')
      ok(await forum.get(path, underToken(member, 'base', 'forum:read')))
      const reader = underToken(member, 'base', 'forum:read')
      refused(await forum.put(path, reader, { level: 'Muted' }), 403, 'forbidden')
      refused(await forum.delete(path, reader), 403, 'forbidden')
      ok(await forum.put(path, underToken(member, 'base', 'forum:write'), { level: 'Muted' }))
    }
  })

  it('to what they may not see, or with any other level', async () => {
    const member = newUser('Member')
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const thread = await forum.thread(section, newUser('Author'))
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    for (const ref of [thread.id, nobody, 'no_such_key', '%00'])
      refused(
        await forum.put(`/threads/${ref}/subscription`, member, { level: 'Muted' }),
        404,
        'thread not found',
      )
    for (const ref of [nobody, 'no_such_key', '%00'])
      refused(await forum.get(`/sections/${ref}/subscription`, member), 404, 'section not found')
    ok(await forum.put(of('threads', thread), moderator, { level: 'Watching' }))
    for (const level of ['None', 'watching', null, ['Muted'], undefined])
      expect((await forum.put(of('sections', section), member, { level })).status).toBe(422)
  })
})
