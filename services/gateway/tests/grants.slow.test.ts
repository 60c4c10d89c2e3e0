import { sharedSite } from '@agora/testing/shared-suite'
import { basic, bearer, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, obtainTokens, refresh, registerClient, signedIn, type Tokens } from './oauth/client.ts'
import { query } from './query.ts'

let suite: Suite
let client: Client
let administrator: Member
beforeAll(async () => {
  suite = await sharedSite()
  client = await registerClient(suite, 'notes')
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const nowhere = '01890000-0000-7000-8000-000000000000'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const grants = (member: Member, as: { headers: Record<string, string> } = member, rest = '') =>
  suite.call('GET', `/users/${member.id}/grants${rest}`, { as })
const revoke = (member: Member, id: string, as: { headers: Record<string, string> } = member, replica = 0) =>
  suite.call('DELETE', `${suite.urls.gateway[replica]}/api/v1/users/${member.id}/grants/${id}`, { as })
const allow = async (member: Member, scope: string, to = client) =>
  obtainTokens(suite, await signedIn(suite.url, member.username, member.password), to, scope)
const statuses = ({ access_token: token }: Tokens) =>
  Promise.all(
    suite.urls.gateway.map(
      async (url) =>
        (await suite.call('GET', `${url}/api/v1/forum/self/reports`, { as: bearer(token) })).status,
    ),
  )

describe('what applications may do', () => {
  test('is listed by application, however often the member agreed', async () => {
    const member = await suite.member('granter')
    expect((await grants(member)).body).toEqual({ offset: 0, limit: 20, count: 0, items: [] })
    await allow(member, 'forum:read base')
    const second = await allow(member, 'forum:write')
    const other = await registerClient(suite, 'other')
    await allow(member, 'base', other)
    const before = await grants(member)
    expect(before.status, before.text).toBe(200)
    const reference = ({ id, key }: Client, name: string) => ({
      type: 'OauthClient',
      id,
      key,
      display_name: `The ${name} client`,
    })
    expect(before.body).toEqual({
      offset: 0,
      limit: 20,
      count: 2,
      items: [
        {
          type: 'OauthGrant',
          client: reference(other, 'other'),
          scopes: ['base'],
          created_at: timestamp,
          last_used_at: null,
        },
        {
          type: 'OauthGrant',
          client: reference(client, 'notes'),
          scopes: ['base', 'forum:read', 'forum:write'],
          created_at: timestamp,
          last_used_at: null,
        },
      ],
    })
    await statuses(second)
    expect((await grants(member, member, '?offset=1&limit=5')).body).toMatchObject({
      count: 2,
      items: [{ client: { id: client.id }, last_used_at: timestamp }],
    })
  })

  test('is recorded at most once a minute', async () => {
    const member = await suite.member('user_of_tokens')
    const tokens = await allow(member, 'forum:read')
    const used = async () =>
      (
        await query<{ version: string }>(
          suite,
          'SELECT xmin::text AS version FROM oauth_grant WHERE account_id = $1',
          [member.id],
        )
      )[0]
    await statuses(tokens)
    const once = await used()
    for (let turn = 0; turn < 10; turn++) await statuses(tokens)
    expect(await used()).toEqual(once)
  })

  test('is no more than its client is allowed now', async () => {
    const narrow = await registerClient(suite, 'narrow')
    const member = await suite.member('narrowed')
    await allow(member, 'base forum:write', narrow)
    await registerClient(suite, 'narrow', {
      allowed: { base: true, forum_read: true, forum_write: false, forum_moderate: false },
    })
    expect((await grants(member)).body.items[0].scopes).toEqual(['base'])
  })

  test('ends with a new password', async () => {
    const member = await suite.member('renewed')
    await allow(member, 'base')
    await suite.call('PATCH', `/users/${member.id}`, { as: administrator, body: { password: 'another one' } })
    expect((await grants(member, basic(member.username, 'another one'))).body.count).toBe(0)
    expect((await revoke(member, client.id, basic(member.username, 'another one'))).body).toEqual({
      error: 'grant not found',
    })
  })
})

describe('taking it back', () => {
  test('ends all tokens from the next request on, on every replica', async () => {
    const member = await suite.member('revoker')
    const [first, second] = [await allow(member, 'forum:read'), await allow(member, 'forum:write')]
    const other = await registerClient(suite, 'untouched')
    const kept = await allow(member, 'forum:read', other)
    expect([await statuses(first), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ])
    const answer = await revoke(member, client.id.toUpperCase())
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect([await statuses(first), await statuses(second), await statuses(kept)]).toEqual([
      [401, 401],
      [401, 401],
      [200, 200],
    ])
    expect((await refresh(suite, client, first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await grants(member)).body.items.map((item: { client: Client }) => item.client.id)).toEqual([
      other.id,
    ])
  })

  test('succeeds for exactly one of twenty at once, and against twenty refreshes', async () => {
    const member = await suite.member('racer')
    const tokens = await allow(member, 'forum:read')
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, (_, index) => revoke(member, client.key, member, index % 2))),
      refresh(suite, client, tokens.refresh_token),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
    expect(await statuses(tokens)).toEqual([401, 401])
    const left = await query(
      suite,
      `SELECT 1 FROM oauth_token t JOIN oauth_grant g ON g.id = t.grant_id WHERE g.account_id = $1`,
      [member.id],
    )
    expect(left).toEqual([])
  })

  test('is for the member and administrators, with full authority', async () => {
    const [member, stranger] = [await suite.member('owner'), await suite.member('stranger')]
    const tokens = await allow(member, 'base forum:read forum:write forum:moderate')
    const token = bearer(tokens.access_token)
    for (const id of [client.id, nowhere, 'nonsense', '%00']) {
      expect([id, (await revoke(member, id, stranger)).status]).toEqual([id, 403])
      expect([id, (await revoke(member, id, token)).status]).toEqual([id, 403])
      expect([id, (await revoke(member, id, { headers: {} })).status]).toEqual([id, 401])
    }
    for (const as of [stranger, token]) expect((await grants(member, as)).status).toBe(403)
    for (const id of [nowhere, 'nonsense', 'nobody@clients', '%00']) {
      const answer = await revoke(member, id)
      expect([answer.status, answer.body]).toEqual([404, { error: 'grant not found' }])
    }
    expect((await revoke(stranger, client.id)).status).toBe(404)
    const foreign = await suite.call('DELETE', `/users/${member.id}/grants/${client.id}`, {
      as: member,
      headers: { origin: 'https://evil.example' },
    })
    expect([foreign.status, foreign.body]).toEqual([403, { error: 'invalid origin' }])
    expect(await statuses(tokens)).toEqual([200, 200])
    expect((await grants(member, administrator)).body.count).toBe(1)
    expect((await suite.call('GET', `/users/${nowhere}/grants`, { as: administrator })).body).toEqual({
      error: 'user not found',
    })
    expect((await revoke(member, client.id, administrator)).status).toBe(200)
    expect(await statuses(tokens)).toEqual([401, 401])
  })
})
