import { sessionOf } from '@agora/testing/client'
import { basic, bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpStreams } from './dump.ts'
import { obtainTokens, registerClient, signedIn } from './oauth/client.ts'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'web'],
    replicas: { gateway: 2 },
    config: { site: { trusted_proxies: ['127.0.0.1'] } },
  })
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const nowhere = '01890000-0000-7000-8000-000000000000'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const signIn = async (member: Member, headers: Record<string, string> = {}) =>
  sessionOf(
    await suite.call('PUT', '/auth/self', {
      body: { login: member.username, password: member.password },
      headers,
    }),
  )
const sessions = (member: Member, as: { headers: Record<string, string> } = member, rest = '') =>
  suite.call('GET', `/users/${member.id}/sessions${rest}`, { as })
const end = (member: Member, id: string, as: { headers: Record<string, string> } = member) =>
  suite.call('DELETE', `/users/${member.id}/sessions/${id}`, { as })
const kinds = async (caller: { headers: Record<string, string> }) =>
  Promise.all(
    suite.urls.gateway.map(
      async (url) => (await suite.call('GET', `${url}/api/v1/auth/self`, { as: caller })).body.type,
    ),
  )

describe('a member’s sessions', () => {
  test('are listed with when, where and in which browser they were last used', async () => {
    const member = await suite.member('lister')
    const from = { 'x-forwarded-for': '2001:db8::7', 'user-agent': 'A browser/1.0' }
    const other = await signIn(member, from)
    const answer = await sessions(member)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({
      offset: 0,
      limit: 20,
      count: 2,
      items: [
        {
          type: 'Session',
          id: expect.any(String),
          created_at: timestamp,
          last_seen_at: timestamp,
          address: '2001:db8::7',
          user_agent: 'A browser/1.0',
          is_current: false,
        },
        expect.objectContaining({ address: '127.0.0.1', is_current: true }),
      ],
    })
    const seen = await sessions(member, other)
    expect(seen.body.items.map((item: { is_current: boolean }) => item.is_current)).toEqual([true, false])
    expect((await sessions(member, member, '?offset=1&limit=1')).body).toMatchObject({
      count: 2,
      items: [{ address: '127.0.0.1' }],
    })
    expect((await sessions(member, member, '?limit=-1')).status).toBe(400)
  })

  test('show where they are used now, at the cost of one write a minute', async () => {
    const member = await suite.member('traveller')
    const use = (agent: string) =>
      suite.call('GET', '/auth/self', {
        as: member,
        headers: { 'x-forwarded-for': '192.0.2.9', 'user-agent': agent },
      })
    const written = async () =>
      (
        await query<{ agent: string; version: string }>(
          suite,
          'SELECT user_agent AS agent, xmin::text AS version FROM session WHERE account_id = $1',
          [member.id],
        )
      )[0]!
    const before = await written()
    for (let turn = 0; turn < 10; turn++) await use('Too early')
    expect(await written()).toEqual(before)
    await query(
      suite,
      `UPDATE session SET last_seen_at = now() - interval '2 minutes' WHERE account_id = $1`,
      [member.id],
    )
    await Promise.all(Array.from({ length: 20 }, (_, index) => use(`Browser ${index}`)))
    const once = await written()
    expect(once.agent).toMatch(/^Browser \d+$/)
    for (let turn = 0; turn < 10; turn++) await use('Again')
    expect(await written()).toEqual(once)
    const [session] = (await sessions(member)).body.items
    expect(session).toMatchObject({ address: '192.0.2.9', user_agent: once.agent })
    expect(Date.now() - Date.parse(session.last_seen_at)).toBeLessThan(60_000)
  })

  test('show a browser’s name in bounded, printable text', async () => {
    const member = await suite.member('odd_browser')
    await signIn(member, { 'user-agent': `a\tb\u0080\u009fc${'x'.repeat(9_000)}` })
    await signIn(member, { 'user-agent': '   ' })
    const agents = (await sessions(member)).body.items.map(
      (item: { user_agent: string | null }) => item.user_agent,
    )
    expect(agents[0]).toBeNull()
    expect(agents[1]).toBe(`a b c${'x'.repeat(250)}`)
  })

  test('that have expired are in no listing and cannot be ended', async () => {
    const member = await suite.member('expired_one')
    await signIn(member)
    const [other] = (await sessions(member)).body.items.filter(
      (item: { is_current: boolean }) => !item.is_current,
    )
    await query(suite, 'UPDATE session SET expires_at = now() WHERE id = $1', [other.id])
    expect((await sessions(member)).body.count).toBe(1)
    expect((await end(member, other.id)).body).toEqual({ error: 'session not found' })
  })
})

describe('ending a session', () => {
  test('takes effect with the next request, on every replica', async () => {
    const member = await suite.member('ender')
    const other = await signIn(member)
    expect(await kinds(other)).toEqual(['User', 'User'])
    const [session] = (await sessions(member)).body.items.filter(
      (item: { is_current: boolean }) => !item.is_current,
    )
    const answer = await end(member, session.id)
    expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([200, {}, []])
    expect(await kinds(other)).toEqual(['Guest', 'Guest'])
    expect(await kinds(member)).toEqual(['User', 'User'])
    await expect.poll(() => dumpStreams(suite)).toContain(`"session":"${session.id}"`)
  })

  test('by itself is signing out, cookie included', async () => {
    const member = await suite.member('self_ender')
    const [session] = (await sessions(member)).body.items
    const answer = await end(member, session.id.toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0; /)
    expect(await kinds(member)).toEqual(['Guest', 'Guest'])
  })

  test('succeeds for exactly one of twenty at once', async () => {
    const member = await suite.member('raced')
    await signIn(member)
    const [session] = (await sessions(member)).body.items.filter(
      (item: { is_current: boolean }) => !item.is_current,
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        suite.call(
          'DELETE',
          `${suite.urls.gateway[index % 2]}/api/v1/users/${member.id}/sessions/${session.id}`,
          { as: member },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
  })

  test('finds nobody else’s session, whoever asks', async () => {
    const [victim, attacker] = [await suite.member('victim'), await suite.member('attacker')]
    const [session] = (await sessions(victim)).body.items
    for (const id of [session.id, nowhere, 'nonsense', '%00']) {
      expect([id, (await end(victim, id, attacker)).status]).toEqual([id, 403])
    }
    for (const id of [session.id, nowhere, 'nonsense']) {
      const own = await end(attacker, id)
      expect([own.status, own.body]).toEqual([404, { error: 'session not found' }])
    }
    expect((await sessions(victim, attacker)).status).toBe(403)
    expect((await suite.call('GET', `/users/${nowhere}/sessions`, { as: attacker })).status).toBe(403)
    expect((await suite.call('DELETE', `/users/${victim.id}/sessions`, { as: attacker })).status).toBe(403)
    expect(await kinds(victim)).toEqual(['User', 'User'])
  })
})

describe('ending the sessions', () => {
  test('keeps the caller’s own', async () => {
    const member = await suite.member('cleaner')
    const others = [await signIn(member), await signIn(member)]
    const answer = await suite.call('DELETE', `/users/${member.id}/sessions`, { as: member })
    expect([answer.status, answer.body]).toEqual([200, {}])
    for (const other of others) expect(await kinds(other)).toEqual(['Guest', 'Guest'])
    expect(await kinds(member)).toEqual(['User', 'User'])
    expect((await sessions(member)).body.count).toBe(1)
  })

  test('keeps none under HTTP Basic, which has no session', async () => {
    const member = await suite.member('by_password')
    const caller = basic(member.username, member.password)
    expect((await sessions(member, caller)).body.items[0].is_current).toBe(false)
    expect((await suite.call('DELETE', `/users/${member.id}/sessions`, { as: caller })).status).toBe(200)
    expect(await kinds(member)).toEqual(['Guest', 'Guest'])
  })

  test('by an administrator ends all of another’s', async () => {
    const member = await suite.member('administered')
    const [session] = (await sessions(member, administrator)).body.items
    expect(session).toMatchObject({ is_current: false, address: '127.0.0.1' })
    const { status } = await suite.call('DELETE', `/users/${member.id}/sessions`, { as: administrator })
    expect(status).toBe(200)
    expect(await kinds(member)).toEqual(['Guest', 'Guest'])
    expect(await kinds(administrator)).toEqual(['User', 'User'])
    const unknown = await suite.call('GET', `/users/${nowhere}/sessions`, { as: administrator })
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'user not found' }])
  })
})

describe('nobody has access to sessions', () => {
  test('as a guest, with bad credentials, or by a token of whatever scopes', async () => {
    const member = await suite.member('tokened')
    const [session] = (await sessions(member)).body.items
    const client = await registerClient(suite, 'session_reader')
    const browser = await signedIn(suite.url, member.username, member.password)
    const scopes = 'base forum:read forum:write forum:moderate'
    const token = bearer((await obtainTokens(suite, browser, client, scopes)).access_token)
    const own = await suite.call('PUT', '/auth/self', {
      body: { login: 'administrator', password: administrator.password },
    })
    expect(own.status).toBe(200)
    const adminBrowser = await signedIn(suite.url, 'administrator', administrator.password)
    const adminToken = bearer((await obtainTokens(suite, adminBrowser, client, scopes)).access_token)
    for (const [method, path] of [
      ['GET', `/users/${member.id}/sessions`],
      ['DELETE', `/users/${member.id}/sessions`],
      ['DELETE', `/users/${member.id}/sessions/${session.id}`],
    ] as const) {
      expect((await suite.call(method, path)).status).toBe(401)
      expect((await suite.call(method, path, { as: basic(member.username, 'wrong') })).status).toBe(401)
      expect((await suite.call(method, path, { as: basic(client.key, client.secret) })).status).toBe(401)
      expect((await suite.call(method, path, { as: token })).status).toBe(403)
      expect((await suite.call(method, path, { as: adminToken })).status).toBe(403)
    }
    expect(await kinds(member)).toEqual(['User', 'User'])
  })

  test('from another site’s page', async () => {
    const member = await suite.member('crossed')
    const answer = await suite.call('DELETE', `/users/${member.id}/sessions`, {
      as: member,
      headers: { origin: 'https://evil.example' },
    })
    expect([answer.status, answer.body]).toEqual([403, { error: 'invalid origin' }])
  })
})
