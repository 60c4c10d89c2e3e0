import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
let ada: Member
let ben: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  administrator = await suite.administrator()
  ada = await suite.member('ada', { displayName: 'Ada' })
  ben = await suite.member('ben', { displayName: 'Ben' })
})
afterAll(() => suite?.close())

describe('accounts', () => {
  interface Listed {
    user: { id: string }
    username: string
    emails: string[]
    roles: { role: string }[]
    state: string
    last_seen_at: string | null
  }
  const list = async (search = ''): Promise<{ items: Listed[]; next: string | null }> =>
    (await suite.call('GET', `/users/accounts?${search}`, { as: administrator })).body
  const usernames = async (search: string) => (await list(search)).items.map(({ username }) => username)

  test('are listed page by page, in each order, none twice and none left out', async () => {
    for (const each of ['Éric', 'eric', 'Zoe', 'Same', 'Same']) {
      const { length } = await usernames('limit=100')
      await suite.member(`m${length}`, { displayName: each })
    }
    const all = (await query(suite, 'SELECT username FROM account')).length
    for (const sort of ['Newest', 'Name', 'LastSeen']) {
      const found: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page = await list(`sort=${sort}&limit=2${after === '' ? '' : `&after=${after}`}`)
        found.push(...page.items.map(({ username }) => username))
        after = page.next
      }
      expect(new Set(found).size, sort).toBe(found.length)
      expect(found.length, sort).toBe(all)
    }
  })

  test('are found by the beginning of a name or an address, by role and by state', async () => {
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name)
        VALUES (gen_random_uuid(), $1, 'Email', 'zoe@example.org', 'Zoe@example.org')`,
      [ada.id],
    )
    expect((await usernames('name=AD')).sort()).toEqual(['ada', 'administrator'])
    expect((await list('name=Zoe@ex')).items).toMatchObject([
      { username: 'ada', emails: ['Zoe@example.org'] },
    ])
    expect(await usernames('name=nobody@')).toEqual([])
    const banned = await suite.member('banned')
    await suite.call('PUT', `/users/${banned.id}/ban`, { as: administrator, body: { reason: 'Spam' } })
    expect(await usernames('state=Banned')).toEqual(['banned'])
    expect(await usernames('role=Administrator')).toEqual(['administrator'])
    const role = { user: { type: 'User', id: ben.id }, role: 'GlobalModerator' }
    await suite.call('POST', '/forum/role_grants', { as: administrator, body: role })
    expect(await list('role=GlobalModerator')).toMatchObject({
      items: [{ username: 'ben', roles: [{ role: 'GlobalModerator', section: null }] }],
    })
  })

  test('say when they were seen: at the sign-in, then within the hour', async () => {
    const eve = await suite.member('eve')
    const seen = async () => (await list('name=eve')).items[0]?.last_seen_at ?? ''
    const first = await seen()
    expect(Date.parse(first)).toBeGreaterThan(Date.now() - 60_000)
    await query(suite, `UPDATE account SET last_seen_at = now() - interval '2 hours' WHERE id = $1`, [eve.id])
    await query(
      suite,
      `UPDATE session SET last_seen_at = now() - interval '2 minutes' WHERE account_id = $1`,
      [eve.id],
    )
    await suite.processes.gateway[0]!.restart()
    await suite.call('GET', '/auth/self', { as: eve })
    expect(Date.parse(await seen())).toBeGreaterThan(Date.now() - 60_000)
  })

  test.each(['x', 'W10', Buffer.from('["a\\u0000","b"]').toString('base64url'), '..%2F'])(
    'take no end of a page such as %j',
    async (after) => {
      const answer = await suite.call('GET', `/users/accounts?sort=Name&after=${after}`, {
        as: administrator,
      })
      expect([answer.status, answer.body]).toEqual([400, { error: 'invalid `after`: is no end of a page' }])
    },
  )

  test('are for administrators alone', async () => {
    for (const path of ['/users/accounts', '/users/statistics', '/users/staff?closed=true'])
      expect((await suite.call('GET', path, { as: ben })).status, path).toBe(403)
    expect((await suite.call('GET', '/users/staff?closed=true')).status).toBe(403)
  })
})

test('members are counted, erased ones no more, and those of each of the last 14 days', async () => {
  const count = async () =>
    (await suite.call('GET', '/users/statistics', { as: administrator })).body as {
      members: number
      days: { day: string; members: number }[]
    }
  await query(suite, "UPDATE account SET created_at = now() - interval '3 days' WHERE id = $1", [ada.id])
  await query(suite, "UPDATE account SET created_at = now() - interval '14 days' WHERE id = $1", [ben.id])
  const leaver = await suite.member('leaver')
  await suite.call('DELETE', `/users/${leaver.id}`, { as: administrator, body: {} })
  const rows = await query<{ day: string }>(
    suite,
    "SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day FROM account",
  )
  const { members, days } = await count()
  expect(members).toBe(rows.length)
  expect(days).toHaveLength(14)
  expect(days.map((of) => of.members)).toEqual(
    days.map(({ day }) => rows.filter((row) => row.day === day).length),
  )
  expect(days[10]?.members).toBe(1)
  await suite.member('late')
  expect(await count(), 'within the minute').toEqual({ members, days })
})
