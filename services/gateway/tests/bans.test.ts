import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const nobody = '00000000-0000-7000-8000-000000000000'
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ban = (id: string, body: unknown = { reason: 'spam' }, replica = 0) =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/users/${id}/ban`, { as: administrator, body })
const unban = (id: string) => suite.call('DELETE', `/users/${id}/ban`, { as: administrator })
const who = async (caller: { headers: Record<string, string> }, replica: number) =>
  (await suite.call('GET', `${suite.urls.gateway[replica]}/api/v1/auth/self`, { as: caller })).body.type
const signIn = (member: Member, replica = 0) =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/auth/self`, {
    body: { login: member.username, password: member.password },
  })
const shortAdministrator = () => ({
  type: 'User',
  id: administrator.id,
  display_name: { current: { value: 'Administrator' } },
})

describe('a ban', () => {
  test('takes effect at once on every replica: sessions, Basic and signing in', async () => {
    const member = await suite.member('spammer')
    const credentials = basic(member.username, member.password)
    for (const replica of [0, 1]) {
      expect(await who(member, replica)).toBe('User')
      expect(await who(credentials, replica)).toBe('User')
    }
    const answer = await ban(member.id)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        reason: 'spam',
        created_at: expect.stringMatching(timestamp),
        created_by: shortAdministrator(),
        expires_at: null,
        lifted_at: null,
        lifted_by: null,
      },
    ])
    for (const replica of [0, 1]) {
      expect(await who(member, replica)).toBe('Guest')
      expect(await who(credentials, replica)).toBe('Guest')
      const refused = await signIn(member, replica)
      expect([refused.status, refused.body]).toEqual([403, { error: 'account is banned' }])
    }
    const basicWrite = await suite.call('PATCH', `/users/${member.id}`, { as: credentials, body: {} })
    expect([basicWrite.status, basicWrite.body]).toEqual([401, { error: 'invalid credentials' }])
    const wrong = await suite.call('PUT', '/auth/self', {
      body: { login: member.username, password: 'wrong' },
    })
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'invalid login or password' }])
    expect((await suite.call('GET', `/users/${member.id}`)).status).toBe(200)

    const lifted = await unban(member.id)
    expect([lifted.status, lifted.body]).toEqual([
      200,
      { ...answer.body, lifted_at: expect.stringMatching(timestamp), lifted_by: shortAdministrator() },
    ])
    expect((await signIn(member)).status).toBe(200)
    expect(await who(credentials, 1)).toBe('User')
    expect(await who(member, 1)).toBe('Guest')
  })

  test('cannot be imposed twice, and exactly one of ten at once is', async () => {
    const member = await suite.member('banned_often')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ban(member.id, { reason: `reason ${index}` }, index % 2)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(9)
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([409, { error: 'account is already banned' }])
    }
  })

  test('leaves no session that was opened while it was imposed', async () => {
    const member = await suite.member('racer')
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => signIn(member, index % 2)),
      ban(member.id),
    ])
    const cookies = answers
      .slice(0, 6)
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? '')
    await unban(member.id)
    for (const cookie of cookies) expect(await who({ headers: { cookie } }, 0)).toBe('Guest')
  })

  test('ends when it expires; it can then be imposed again, but not lifted', async () => {
    const member = await suite.member('timed')
    const expires = new Date(Date.now() + 3_600_000).toISOString()
    const answer = await ban(member.id, { reason: 'cool down', expires_at: expires })
    expect([answer.status, answer.body.expires_at]).toEqual([200, expires])
    expect((await signIn(member)).status).toBe(403)
    await query(suite, `UPDATE ban SET expires_at = now() - interval '1 second' WHERE account_id = $1`, [
      member.id,
    ])
    expect((await signIn(member)).status).toBe(200)
    const lifted = await unban(member.id)
    expect([lifted.status, lifted.body]).toEqual([404, { error: 'ban not found' }])
    expect((await ban(member.id)).status).toBe(200)
    expect((await unban(member.id)).status).toBe(200)
    expect((await unban(member.id)).status).toBe(404)
  })

  test.each([
    ['no reason', {}, 'reason'],
    ['an empty reason', { reason: '' }, 'reason'],
    ['a list of reasons', { reason: ['spam'] }, 'reason'],
    ['a reason with a NUL', { reason: 'a\0b' }, 'reason'],
    ['an expiry that is no time', { reason: 'spam', expires_at: 'soon' }, 'expires_at'],
    ['an expiry that is a number', { reason: 'spam', expires_at: 4_102_444_800 }, 'expires_at'],
    ['an expiry that is past', { reason: 'spam', expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
  ])('with %s is refused', async (_, body, field) => {
    const { id } = administrator
    const answer = await ban(id, body)
    expect(answer.status).toBe(422)
    expect(answer.body.error).toContain(`\`${field}\``)
  })

  test('is refused of the configured administrator, hence of oneself, and ends nothing (mastodon/mastodon#5212, publiclab/plots2#7442, directus/directus#13309)', async () => {
    const refused = [409, 'account is in the configuration']
    for (const expires_at of [undefined, '2100-01-01T00:00:00.000Z']) {
      const answer = await ban(administrator.id, { reason: 'x', expires_at })
      expect([answer.status, answer.body.error]).toEqual(refused)
    }
    const self = await suite.call('GET', '/auth/self', { as: administrator })
    expect(self.body).toMatchObject({ type: 'User', is_administrator: true })
  })

  test('is for administrators only, checked before the body and the target', async () => {
    const member = await suite.member('no_admin')
    const judge = async (method: string, as: { headers: Record<string, string> } | undefined) => {
      const answer = await suite.call(method, `/users/${nobody}/ban`, { ...(as ? { as } : {}), body: '{' })
      return [answer.status, answer.body.error]
    }
    for (const method of ['PUT', 'DELETE']) {
      expect(await judge(method, undefined)).toEqual([401, 'authentication required'])
      expect(await judge(method, basic(member.username, 'wrong'))).toEqual([401, 'invalid credentials'])
      expect(await judge(method, member)).toEqual([403, 'forbidden'])
    }
    expect((await ban(nobody)).body).toEqual({ error: 'user not found' })
    expect((await unban('nobody')).body).toEqual({ error: 'user not found' })
  })
})

describe('the list of bans', () => {
  test('has all of them with their members, newest first, including when they were lifted', async () => {
    const [first, second] = [await suite.member('listed_1'), await suite.member('listed_2')]
    await ban(first.id, { reason: 'one' })
    await unban(first.id)
    await ban(second.id, { reason: 'two', expires_at: '2999-01-01T00:00:00.000Z' })
    const answer = await suite.call('GET', '/bans?limit=2', { as: administrator })
    expect(answer.status, answer.text).toBe(200)
    const user = ({ id, displayName }: Member) => ({
      type: 'User',
      id,
      display_name: { current: { value: displayName } },
    })
    const common = { created_at: expect.stringMatching(timestamp), created_by: shortAdministrator() }
    expect(answer.body).toEqual({
      offset: 0,
      limit: 2,
      count: expect.any(Number),
      items: [
        {
          user: user(second),
          reason: 'two',
          ...common,
          expires_at: '2999-01-01T00:00:00.000Z',
          lifted_at: null,
          lifted_by: null,
        },
        {
          user: user(first),
          reason: 'one',
          ...common,
          expires_at: null,
          lifted_at: expect.stringMatching(timestamp),
          lifted_by: shortAdministrator(),
        },
      ],
    })
    const rest = await suite.call('GET', '/bans?offset=1', { as: administrator })
    expect([rest.body.count, rest.body.items[0].reason]).toEqual([answer.body.count, 'one'])
    expect(rest.body.items).toHaveLength(answer.body.count - 1)
  })

  test('is for administrators', async () => {
    const member = await suite.member('curious')
    const statuses = []
    for (const as of [{ headers: {} }, basic(member.username, 'wrong'), member])
      statuses.push((await suite.call('GET', '/bans', { as })).status)
    expect(statuses).toEqual([401, 401, 403])
  })
})

describe('why an account is banned', () => {
  const ask = (login: string, password: string) =>
    suite.call('POST', '/auth/ban', { body: { login, password } })

  test('is told to whoever has its password, while it is', async () => {
    const member = await suite.member('wants_to_know')
    const own = () => ask(member.username, member.password)
    expect((await own()).body).toEqual({ error: 'ban not found' })
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    await ban(member.id, { reason: 'Sold accounts.', expires_at })
    const told = await own()
    expect([told.status, told.body]).toEqual([200, { reason: 'Sold accounts.', expires_at }])
    expect(told.headers.get('set-cookie')).toBeNull()
    const wrong = await ask(member.username, 'a guess')
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'invalid login or password' }])
    expect((await ask('nobody at all', 'a guess')).body).toEqual(wrong.body)
    await query(suite, "UPDATE ban SET expires_at = now() - interval '1 s' WHERE account_id = $1", [
      member.id,
    ])
    expect([(await own()).status, (await own()).body]).toEqual([404, { error: 'ban not found' }])
    await ban(member.id)
    expect((await own()).body).toEqual({ reason: 'spam', expires_at: null })
    await unban(member.id)
    expect((await own()).status).toBe(404)
  })
})
