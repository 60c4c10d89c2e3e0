import { request, sessionOf } from '@agora/testing/client'
import { queryTables } from '@agora/testing/query'
import { type Answer, basic, type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Listening } from './helpers/events.ts'
import { ok, refused } from './helpers/forum.ts'

/** Streams from outside, through two gateways and two forums. */

let suite: Suite
let administrator: Member
let members = 0
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'], replicas: { gateway: 2, forum: 2 } })
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const open: Listening[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

async function newMember(): Promise<Member> {
  members += 1
  return suite.member(`member_${members}`, { displayName: `Member ${members}` })
}
async function listen(as: Caller, path = '/notifications/stream', lastEventId?: string, gateway = 0) {
  const one = await Listening.open(`${suite.urls.gateway[gateway]}/api/v1${path}`, as, lastEventId)
  open.push(one)
  return one
}
const rows = (statement: string) => queryTables(suite, 'forum', statement)
const post = async (as: Caller, path: string, body: object) =>
  ok(await suite.call('POST', path, { as, body }))
const thread = (as: Caller) => post(as, '/forum/sections/off_topic', { title: 'A thread', body: 'First.' })
const mention = (as: Caller, { id }: { id: string }, whom: Member) =>
  post(as, `/forum/threads/${id}`, { body: `@{${whom.id}}` })
const soon = { timeout: 10_000, interval: 20 }
const arrived = (one: Listening, number: number) =>
  expect.poll(() => one.events.length, soon).toBeGreaterThanOrEqual(number)

describe('a member’s stream', () => {
  it('sends each notification as the listing has it, through any gateway', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const streams = await Promise.all([0, 1].map((gateway) => listen(member, undefined, undefined, gateway)))
    const { id } = await thread(other)
    await mention(other, { id }, member)
    for (const one of streams) {
      expect(one.status).toBe(200)
      expect(one.headers.get('content-type')).toMatch(/^text\/event-stream/)
      expect(one.headers.get('cache-control')).toBe('no-store')
      await arrived(one, 1)
      const { items } = ok(await suite.call('GET', '/notifications', { as: member }))
      expect(one.events).toEqual([{ id: expect.any(String), event: 'Mention', data: items[0] }])
    }
    expect(streams[0]?.lastId).toBe(streams[1]?.lastId)
  })

  it('sends replies as they gather', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const opened = await thread(member)
    const one = await listen(member)
    for (let count = 1; count <= 2; count += 1) {
      await post(other, `/forum/threads/${opened.id}`, { body: 'A reply.' })
      await arrived(one, count)
      expect(one.events.at(-1)).toMatchObject({ event: 'Reply', data: { count } })
    }
    expect(new Set(one.events.map(({ id }) => id)).size).toBe(2)
    expect(new Set(one.events.map(({ data }) => data.id)).size).toBe(1)
  })

  it('resumes after the last event on any replica, without what may no longer be seen, and says so if it cannot', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const { id } = await thread(other)
    const first = await listen(member)
    await mention(other, { id }, member)
    await arrived(first, 1)
    first.close()
    const hidden = await mention(other, { id }, member)
    const seen = await mention(other, { id }, member)
    const last_revision_id = hidden.revisions.last.id
    ok(
      await suite.call('DELETE', `/forum/posts/${hidden.id}`, {
        as: administrator,
        body: { last_revision_id },
      }),
    )
    const second = await listen(member, undefined, first.lastId, 1)
    await arrived(second, 1)
    expect(second.events.map(({ data }) => data.post.id)).toEqual([seen.id])
    const old = `${Date.now() - 25 * 60 * 60 * 1000}-1-notifications`
    for (const unknown of [old, 'x', `${Date.now()}-999999999-notifications`, `${Date.now()}-1-other`]) {
      const third = await listen(member, undefined, unknown)
      await arrived(third, 1)
      expect(third.events[0]).toEqual({ id: expect.any(String), event: 'reset', data: {} })
      third.close()
    }
  })

  it('resumes from its beginning if it ended before its first event', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const { id } = await thread(other)
    const first = await listen(member)
    await expect.poll(() => first.lastId, soon).toBeDefined()
    expect(first.events).toEqual([])
    first.close()
    const missed = await mention(other, { id }, member)
    const second = await listen(member, undefined, first.lastId, 1)
    await arrived(second, 1)
    expect(second.events.map(({ event, data }) => [event, data.post.id])).toEqual([['Mention', missed.id]])
  })

  it('neither misses nor repeats anything through reconnections and a kill', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const { id } = await thread(other)
    const events: string[] = []
    const posts: string[] = []
    let lastId: string | undefined
    const take = (one: Listening) => {
      one.close()
      for (const event of one.events) {
        events.push(event.id)
        posts.push(event.data.post.id)
      }
      lastId = events.at(-1)
    }
    let one = await listen(member)
    const written: string[] = []
    for (let round = 0; round < 6; round += 1) {
      for (let count = 0; count < 5; count += 1) written.push((await mention(other, { id }, member)).id)
      if (round === 0) await arrived(one, 1)
      if (round === 3) await suite.processes.forum[0]?.kill()
      if (round === 4) await suite.processes.forum[0]?.spawn()
      take(one)
      one = await listen(member, undefined, lastId, round % 2)
    }
    await expect.poll(() => posts.length + one.events.length, { timeout: 20_000 }).toBe(written.length)
    take(one)
    expect(posts).toEqual(written)
    expect(new Set(events).size).toBe(written.length)
  })

  it('ends when its caller signs out, changes the password or is banned', async () => {
    const ends = async (one: Listening) => expect.poll(() => one.isOver, { timeout: 5_000 }).toBe(true)
    const member = await newMember()
    const own = await listen(member)
    const byPassword = await listen(basic(member.username, member.password))
    const stranger = await listen(await newMember())
    ok(await suite.call('DELETE', '/auth/self', { as: member }))
    await ends(own)
    expect(byPassword.isOver).toBe(false)
    const as = basic(member.username, member.password)
    const changed = { password: 'another password', current_password: member.password }
    ok(await suite.call('PATCH', `/users/${member.id}`, { as, body: changed }))
    await ends(byPassword)
    const again = await listen(basic(member.username, 'another password'))
    expect(again.status).toBe(200)
    ok(await suite.call('PUT', `/users/${member.id}/ban`, { as: administrator, body: { reason: 'x' } }))
    await ends(again)
    expect(stranger.isOver).toBe(false)
  })

  it('ends, and no other, when its session is ended from another one', async () => {
    const member = await newMember()
    const body = { login: member.username, password: member.password }
    const other = sessionOf(await suite.call('PUT', '/auth/self', { body }))
    const [own, others] = [await listen(member), await listen(other)]
    const { items } = ok(await suite.call('GET', `/users/${member.id}/sessions`, { as: member }))
    const { id } = items.find((one: { is_current: boolean }) => !one.is_current)
    ok(await suite.call('DELETE', `/users/${member.id}/sessions/${id}`, { as: member }))
    await expect.poll(() => others.isOver, { timeout: 5_000 }).toBe(true)
    expect(own.isOver).toBe(false)
  })

  it('is one of at most ten of a member, of both kinds, across replicas', async () => {
    const moderator = await newMember()
    const grantee = { type: 'User', id: moderator.id }
    await post(administrator, '/forum/sections/off_topic/role_grants', grantee)
    const { items } = ok(await suite.call('GET', '/forum/sections'))
    const section = items.find(({ key }: { key: string }) => key === 'off_topic').id
    const paths = ['/notifications/stream', `/forum/moderation/stream?section=${section}`]
    const streams = await Promise.all(
      Array.from({ length: 20 }, (_, index) => listen(moderator, paths[index % 2], undefined, index % 2)),
    )
    const taken = streams.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(10)
    for (const { status, headers } of streams.filter((one) => !taken.includes(one))) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await listen(await newMember())).status).toBe(200)
    taken[0]?.close()
    await expect
      .poll(async () => (await listen(moderator)).status, { timeout: 10_000, interval: 200 })
      .toBe(200)
  })

  it('keeps its seat through an outage, whichever process recovers first', async () => {
    const member = await newMember()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => listen(member, undefined, undefined, index % 2)),
    )
    await rows(`UPDATE stream_holder SET until = now() - interval '1 minute'`)
    await expect
      .poll(() => rows('SELECT id FROM stream_holder WHERE until > now()'), { timeout: 30_000 })
      .toHaveLength(suite.processes.forum.length)
    expect((await listen(member)).status).toBe(429)
  })

  it('finds a seat although the process was away for too long to keep its own', async () => {
    const member = await newMember()
    await Promise.all([0, 1].map((gateway) => listen(member, undefined, undefined, gateway)))
    await rows('DELETE FROM stream_holder')
    for (const gateway of [0, 1])
      expect((await listen(member, undefined, undefined, gateway)).status).toBe(200)
  })

  it('still counts after its process was away for so long that its seat was given up', async () => {
    const member = await newMember()
    const streams = await Promise.all(
      Array.from({ length: 10 }, (_, index) => listen(member, undefined, undefined, index % 2)),
    )
    const seats = () => rows(`SELECT id FROM stream_seat WHERE user_id = '${member.id}'`)
    await rows('DELETE FROM stream_holder')
    streams.pop()?.close()
    await expect.poll(seats, { timeout: 30_000 }).toHaveLength(9)
    expect((await listen(member)).status).toBe(200)
    expect((await listen(member)).status).toBe(429)
  })

  it('frees its seat later if the database refuses', async () => {
    const member = await newMember()
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(member)))
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const failures = () =>
      suite.processes.forum.flatMap(
        (process) => process.log().match(/a stream’s seat could not be freed/g) ?? [],
      )
    await rows('REVOKE DELETE ON stream_seat FROM CURRENT_USER')
    try {
      for (const one of streams) one.close()
      await expect.poll(() => failures().length, soon).toBeGreaterThanOrEqual(10)
      expect((await listen(member)).status).toBe(429)
    } finally {
      await rows('GRANT DELETE ON stream_seat TO CURRENT_USER')
    }
    await expect.poll(async () => (await listen(member)).status, { timeout: 30_000, interval: 500 }).toBe(200)
  })

  it('is for members who may read', async () => {
    for (const path of ['/notifications/stream', '/forum/moderation/stream']) {
      refused(await suite.call('GET', path), 401, 'authentication required')
      refused(
        await suite.call('GET', path, { as: basic('nobody', 'no password') }),
        401,
        'invalid credentials',
      )
      const head = await request(`${suite.url}/api/v1${path}`, 'HEAD', { as: administrator })
      expect(head.status).toBe(405)
    }
  })
})

describe('a moderators’ stream', () => {
  it('sends reports and acts in order to callers who may read the queue, and resumes', async () => {
    const [moderator, author, reporter] = [await newMember(), await newMember(), await newMember()]
    const { items } = ok(await suite.call('GET', '/forum/sections'))
    const idOf = (key: string) => items.find((one: { key: string }) => one.key === key).id as string
    const section = idOf('strategy')
    const user = { type: 'User', id: moderator.id }
    await post(administrator, '/forum/sections/strategy/role_grants', user)
    const path = `/forum/moderation/stream?section=${section}`
    const stream = await listen(moderator, path)
    const everything = await listen(administrator, '/forum/moderation/stream')
    const { id, posts } = await post(author, '/forum/sections/strategy', {
      title: 'A thread',
      body: 'First.',
    })
    const elsewhere = await thread(author)
    await post(reporter, `/forum/threads/${elsewhere.id}/reports`, { reason: 'Spam' })
    const { id: report } = await post(reporter, `/forum/posts/${posts.items[0].id}/reports`, {
      reason: 'Spam',
    })
    ok(
      await suite.call('PUT', `/forum/reports/${report}/assignment`, {
        as: moderator,
        body: { assignee: user },
      }),
    )
    ok(await suite.call('PATCH', `/forum/threads/${id}`, { as: moderator, body: { is_locked: true } }))
    await arrived(stream, 3)
    const beginning = await listen(moderator, path)
    await expect.poll(() => beginning.lastId, soon).toBeDefined()
    beginning.close()
    const about = { section, thread: id }
    const post0 = posts.items[0].id
    expect(stream.events.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'ReportCreated', data: { report, post: post0, ...about } },
      { event: 'ReportAssigned', data: { report, post: post0, ...about } },
      { event: 'LockThread', data: about },
    ])
    await arrived(everything, 4)
    expect(everything.events.map(({ event }) => event)).toEqual([
      'ReportCreated',
      'ReportCreated',
      'ReportAssigned',
      'LockThread',
    ])
    stream.close()
    await post(moderator, `/forum/reports/${report}/resolution`, { status: 'Accepted' })
    const again = await listen(moderator, path, stream.events[1]?.id, 1)
    await arrived(again, 2)
    expect(again.events.map(({ event }) => event)).toEqual(['LockThread', 'ReportResolved'])
    expect(again.events[1]?.data).toEqual({ report, post: post0, ...about })
    const later = await listen(moderator, path, beginning.lastId)
    await arrived(later, 1)
    expect(later.events.map(({ event }) => event)).toEqual(['ReportResolved'])
    const unknown = await listen(moderator, path, `${Date.now()}-1-abc`)
    await arrived(unknown, 1)
    expect(unknown.events[0]?.event).toBe('reset')
    const refusal = 'current actor does not have the permission to read this report queue'
    const refusedTo = async (as: Caller, target: string, status: number, message: string) =>
      refused((await suite.call('GET', target, { as })) as Answer, status, message)
    await refusedTo(moderator, '/forum/moderation/stream', 403, refusal)
    await refusedTo(moderator, `/forum/moderation/stream?section=${idOf('news')}`, 403, refusal)
    await refusedTo(author, path, 403, refusal)
    await refusedTo(
      administrator,
      '/forum/moderation/stream?section=01890000-0000-7000-8000-000000000000',
      404,
      'section not found',
    )
    const revoked = { user, role: 'Moderator', section: { type: 'ForumSection', id: section } }
    ok(await suite.call('DELETE', '/forum/role_grants', { as: administrator, body: revoked }))
    await expect.poll(() => again.isOver, { timeout: 5_000 }).toBe(true)
  })

  it('ends with the role that it needs, whichever that is, and only then', async () => {
    const { items } = ok(await suite.call('GET', '/forum/sections'))
    const section = items.find((one: { key: string }) => one.key === 'strategy').id as string
    const [both, global, chief] = [await newMember(), await newMember(), await newMember()]
    const roleOf = ({ id }: Member, role: string) => ({
      user: { type: 'User', id },
      role,
      ...(role === 'Moderator' ? { section: { type: 'ForumSection', id: section } } : {}),
    })
    const grants = [
      roleOf(both, 'Moderator'),
      roleOf(both, 'GlobalModerator'),
      roleOf(global, 'GlobalModerator'),
      roleOf(chief, 'Administrator'),
    ]
    for (const grant of grants) await post(administrator, '/forum/role_grants', grant)
    const [ofSection, ofSite, ofGlobal, ofChief] = [
      await listen(both, `/forum/moderation/stream?section=${section}`),
      await listen(both, '/forum/moderation/stream'),
      await listen(global, '/forum/moderation/stream'),
      await listen(chief, '/forum/moderation/stream'),
    ]
    const revoke = async (body: object) =>
      ok(await suite.call('DELETE', '/forum/role_grants', { as: administrator, body }))
    const ends = (one: Listening) => expect.poll(() => one.isOver, { timeout: 5_000 }).toBe(true)
    await revoke(roleOf(both, 'GlobalModerator'))
    await revoke(roleOf(chief, 'Administrator'))
    await Promise.all([ends(ofSite), ends(ofChief)])
    expect([ofSection.isOver, ofGlobal.isOver]).toEqual([false, false])
    await revoke(roleOf(both, 'Moderator'))
    await ends(ofSection)
  })

  it('skips nothing that happens between two roles', async () => {
    const { items } = ok(await suite.call('GET', '/forum/sections'))
    const section = items.find((one: { key: string }) => one.key === 'strategy').id as string
    const moderator = await newMember()
    const role = {
      user: { type: 'User', id: moderator.id },
      role: 'Moderator',
      section: { type: 'ForumSection', id: section },
    }
    const path = `/forum/moderation/stream?section=${section}`
    await post(administrator, '/forum/role_grants', role)
    const stream = await listen(moderator, path)
    await expect.poll(() => stream.lastId, soon).toBeDefined()
    const { id } = await post(administrator, '/forum/sections/strategy', {
      title: 'Meanwhile',
      body: 'First.',
    })
    ok(await suite.call('DELETE', '/forum/role_grants', { as: administrator, body: role }))
    ok(await suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { is_locked: true } }))
    await post(administrator, '/forum/role_grants', role)
    await expect.poll(() => stream.isOver, soon).toBe(true)
    const again = await listen(moderator, path, stream.lastId)
    await expect
      .poll(() => again.events.map(({ event, data }) => [event, data.thread]), soon)
      .toContainEqual(['LockThread', id])
  })
})
