import { newId } from '@agora/shared/contracts/ids'
import { sessionOf } from '@agora/testing/client'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Answer, Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logsOf } from './dump.ts'
import { authorizationRequest, type Client, obtainTokens, registerClient, signedIn } from './oauth/client.ts'
import { query } from './query.ts'

let suite: Suite
let client: Client
beforeAll(async () => {
  suite = await sharedSite()
  client = await registerClient(suite, 'notes')
})
afterAll(() => suite?.close())

const signIn = ({ username: login, password }: Member, replica = 0): Promise<Answer> =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/auth/self`, { body: { login, password } })
const countOf = async (table: string, { id }: Member): Promise<number> =>
  (
    await query<{ count: number }>(suite, `SELECT count(*)::int FROM ${table} WHERE account_id = $1`, [id])
  )[0]!.count
const typeOf = async (answer: Answer): Promise<string> =>
  (await suite.call('GET', '/auth/self', { as: sessionOf(answer) })).body.type

describe('an account has', () => {
  test('at most fifty sessions, also after a hundred simultaneous sign-ins: the least recently used end', async () => {
    const member = await suite.member('everywhere')
    const [old, used] = [await signIn(member), await signIn(member)]
    await query(suite, `UPDATE session SET last_seen_at = now() - interval '1 day' WHERE account_id = $1`, [
      member.id,
    ])
    expect(await typeOf(used)).toBe('User')
    await expect
      .poll(() =>
        query(
          suite,
          `SELECT 1 FROM session WHERE account_id = $1 AND last_seen_at > now() - interval '1 hour'`,
          [member.id],
        ),
      )
      .toHaveLength(1)
    const before = Array.from({ length: 100 }, (_, index) => signIn(member, index % 2))
    const answers = await Promise.all(before)
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    expect(await countOf('session', member)).toBe(50)
    expect(await typeOf(old)).toBe('Guest')
    const types = await Promise.all(answers.map(typeOf))
    expect(types.filter((type) => type === 'User')).toHaveLength(50)
    const last = await signIn(member)
    expect(await typeOf(last)).toBe('User')
    expect(await countOf('session', member)).toBe(50)
  })

  test('at most ten authorizations waiting, and none that is large', async () => {
    const member = await suite.member('undecided')
    const browser = await signedIn(suite.url, member.username, member.password)
    const ask = (over: Record<string, string>) => browser.get(authorizationRequest(client, 'base', over).path)
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask({})))
    expect(asked.map(({ location }) => /\/consent\//.test(location ?? ''))).toEqual(Array(30).fill(true))
    expect(await countOf('oauth_interaction', member)).toBe(10)
    expect((await ask({ state: 'é'.repeat(256) })).location).toMatch(/\/consent\//)
    for (const over of [{ state: 'é'.repeat(257) }, { scope: `base ${'x'.repeat(4_096)}` }] as Record<
      string,
      string
    >[]) {
      const { location } = await ask(over)
      expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_request')
    }
    expect(await countOf('oauth_interaction', member)).toBe(10)
  })

  test('at most a hundred grants, whose tokens are bounded, too', async () => {
    const member = await suite.member('generous')
    await query(
      suite,
      `INSERT INTO oauth_grant (id, account_id, client_id, credential_version, scopes, created_at, expires_at)
       SELECT gen_random_uuid(), $1, $2, 1, '{base}', now() - interval '1 day', now() + interval '1 day'
       FROM generate_series(1, 120)`,
      [member.id, client.id],
    )
    const browser = await signedIn(suite.url, member.username, member.password)
    const { access_token } = await obtainTokens(suite, browser, client, 'base')
    expect(await countOf('oauth_grant', member)).toBe(100)
    const self = await suite.call('GET', '/auth/self', {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(self.body.type).toBe('AccessToken')
  })

  test('at most a hundred places, twenty requested mails and ten requested resets', async () => {
    const member = await suite.member('widely')
    await query(
      suite,
      `INSERT INTO sign_in_place (digest, account_id, seen_at)
       SELECT uuid_send(gen_random_uuid()), $1, now() - interval '1 day' FROM generate_series(1, 120)`,
      [member.id],
    )
    await signIn(member)
    expect(await countOf('sign_in_place', member)).toBe(100)
    await query(
      suite,
      `INSERT INTO mail_request (id, kind, account_id, email, deadline)
       SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'VerifyEmail', $1, 'x@example.com',
         now() + interval '1 hour'
       FROM generate_series(1, 30) AS n`,
      [member.id],
    )
    const asked = await suite.call('POST', `/users/${member.id}/emails`, {
      as: member,
      body: { email: 'widely@example.com' },
    })
    expect(asked.status).toBe(200)
    expect(await countOf('mail_request', member)).toBe(20)
    const another = await suite.member('forgetful')
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name)
       VALUES ($2, $1, 'Email', 'forgetful@example.com', 'forgetful@example.com')`,
      [another.id, newId()],
    )
    for (let index = 0; index < 15; index++)
      await suite.call('POST', '/auth/password-reset', { body: { email: 'forgetful@example.com' } })
    const waiting = () => query(suite, 'SELECT 1 FROM mail_request WHERE account_id IS NULL')
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
    expect(await countOf('mail_request', another)).toBe(10)
  })
})

test('no log line holds a token of a path', async () => {
  const token = 'a-token-that-nobody-may-read'
  for (const path of [
    `/notifications/unsubscribe/${token}`,
    `/outbound_email/open/${token}`,
    `/nowhere/${token}`,
  ])
    await suite.call('GET', path)
  await expect.poll(() => logsOf(suite)).toContain('"route":"/api/v1/notifications/*"')
  expect(logsOf(suite)).not.toContain(token)
})
