import { newId } from '@agora/shared/contracts/ids'
import { bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dumpStreams, logsOf } from './dump.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import {
  type Client,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  registerClient,
  signedIn,
} from './oauth/client.ts'
import { query } from './query.ts'

let suite: Suite
let mailbox: Mailbox
let client: Client
let administrator: Member
beforeAll(async () => {
  mailbox = await startMailbox()
  suite = await startSuite({
    services: ['gateway', 'mail-jobs', 'web'],
    replicas: { gateway: 2 },
    smtpUrl: mailbox.smtpUrl,
    config: { site: { trusted_proxies: ['127.0.0.1'] } },
  })
  client = await registerClient(suite, 'notes')
  administrator = await suite.administrator()
})
afterAll(async () => {
  await suite?.close()
  await mailbox?.close()
})

/** A member with verified addresses; the first has the first rank. */
async function verified(username: string, ...emails: string[]): Promise<Member> {
  const member = await suite.member(username)
  for (const [rank, email] of emails.entries())
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
       VALUES (gen_random_uuid(), $1, 'Email', $2, $2, $3)`,
      [member.id, email, rank],
    )
  return member
}
const signIn = (member: Member, agent: string, address = '192.0.2.1', replica = 0) =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/auth/self`, {
    body: { login: member.username, password: member.password },
    headers: { 'user-agent': agent, 'x-forwarded-for': address },
  })
const eventsOf = async (type: string, { id }: Member) =>
  (await dumpStreams(suite)).split('\n').filter((line) => line.includes(type) && line.includes(id))
/** What is queued at the mail service or was sent, so that nothing more is to come. */
const settled = () =>
  vi.waitFor(
    async () => {
      const [row] = await query<{ count: number }>(suite, 'SELECT count(*)::int FROM outbox_event')
      expect(row?.count).toBe(0)
    },
    { timeout: 20_000, interval: 50 },
  )

describe('a refresh token that is used twice', () => {
  test('ends its sign-in, and notifies the member once, however often it is sent', async () => {
    const member = await verified('robbed', 'robbed@example.com', 'second@example.com')
    const browser = await signedIn(suite.url, member.username, member.password)
    const tokens = await obtainTokens(suite, browser, client, 'base')
    const other = await obtainTokens(suite, browser, client, 'base')
    const renewed = await refresh(suite, client, tokens.refresh_token)
    expect(renewed.status).toBe(200)
    const replays = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refresh(suite.urls.gateway[index % 2]!, client, tokens.refresh_token),
      ),
    )
    expect(replays.map(({ body }) => body.error)).toEqual(Array(20).fill('invalid_grant'))
    for (const url of suite.urls.gateway)
      expect(
        (await suite.call('GET', `${url}/api/v1/auth/self`, { as: bearer(renewed.body.access_token) })).body
          .type,
      ).toBe('Guest')
    expect((await refresh(suite, client, renewed.body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(suite, client, other.refresh_token)).status).toBe(200)

    const mail = await mailbox.last('robbed@example.com')
    expect(mail.subject).toBe('We ended the access of The notes client to your account on Agora')
    expect(mail.text).toMatch(/On [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M UTC, a key/)
    expect(mail.text).toContain(`${suite.url}/forgot-password`)
    await settled()
    expect(await eventsOf('agora.identity.grant.reused.v1', member)).toHaveLength(1)
    expect(await Promise.all(['robbed@example.com', 'second@example.com'].map(mailbox.count))).toEqual([1, 0])
  })

  test('of another client, or a revoked one, notifies nobody', async () => {
    const member = await verified('unharmed', 'unharmed@example.com')
    const browser = await signedIn(suite.url, member.username, member.password)
    const stranger = await registerClient(suite, 'stranger')
    const tokens = await obtainTokens(suite, browser, client, 'base')
    const renewed = await refresh(suite, client, tokens.refresh_token)
    expect((await refresh(suite, stranger, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(suite, client, renewed.body.refresh_token)).status).toBe(200)
    expect(
      (await suite.call('DELETE', `/users/${member.id}/grants/${client.id}`, { as: member })).status,
    ).toBe(200)
    expect((await refresh(suite, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
    const code = await obtainCode(browser, client, 'base')
    expect((await exchange(suite, client, code)).status).toBe(200)
    expect((await exchange(suite, client, code)).body.error).toBe('invalid_grant')
    await settled()
    expect(await eventsOf('agora.identity.grant.reused.v1', member)).toEqual([])
    expect(await mailbox.count('unharmed@example.com')).toBe(0)
  })

  test('is an event if there is no address to notify', async () => {
    const member = await suite.member('unreachable')
    const browser = await signedIn(suite.url, member.username, member.password)
    const tokens = await obtainTokens(suite, browser, client, 'base')
    await refresh(suite, client, tokens.refresh_token)
    await refresh(suite, client, tokens.refresh_token)
    await expect.poll(() => eventsOf('agora.identity.grant.reused.v1', member)).toHaveLength(1)
  })
})

describe('a sign-in from a network and browser that are new to the account', () => {
  test('is notified by mail, once; one from a known place is not', async () => {
    const member = await verified('watchful', 'watchful@example.com')
    const evil = 'Evil [click](https://evil.example) {{token}} **Browser** 1'
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signIn(member, evil, '203.0.113.7', index % 2)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const mail = await mailbox.last('watchful@example.com')
    expect(mail.subject).toBe('New sign-in to your account on Agora')
    expect(mail.text).toContain('Address: 203.0.113.7')
    expect(mail.text).toContain(`Browser: ${evil}`)
    expect(mail.html).not.toContain('href="https://evil.example')
    await signIn(member, 'Evil [click](https://evil.example) {{token}} **Browser** 27', '203.0.113.7')
    await settled()
    expect(await eventsOf('agora.identity.session.unfamiliar.v1', member)).toHaveLength(1)
    expect(await mailbox.count('watchful@example.com')).toBe(1)
    await signIn(member, 'Evil', '203.0.113.7')
    await signIn(member, 'Evil', '2001:db8:1:2::3')
    await signIn(member, 'Evil', '2001:db8:1:2::4')
    await expect.poll(() => mailbox.count('watchful@example.com'), { timeout: 20_000 }).toBe(3)
    await settled()
    expect(await eventsOf('agora.identity.session.unfamiliar.v1', member)).toHaveLength(3)
  })

  test('is not the first one of an older account without recorded places', async () => {
    const member = await verified('older', 'older@example.com')
    await query(suite, 'DELETE FROM sign_in_place WHERE account_id = $1', [member.id])
    await signIn(member, 'A browser')
    await settled()
    expect(await eventsOf('agora.identity.session.unfamiliar.v1', member)).toEqual([])
  })

  test('leaves no trace of its origin in events and logs', async () => {
    const member = await verified('private', 'private@example.com')
    await signIn(member, 'UnheardOfBrowser', '198.51.100.77')
    const mail = await mailbox.last('private@example.com')
    expect(mail.text).toContain('198.51.100.77')
    await settled()
    const events = await dumpStreams(suite)
    for (const part of ['198.51.100.77', 'UnheardOfBrowser', 'private@example.com']) {
      expect(events).not.toContain(part)
    }
    expect(logsOf(suite)).not.toContain('UnheardOfBrowser')
  })
})

describe('resending an account mail', () => {
  const resend = (
    member: { id: string },
    body?: unknown,
    as: { headers: Record<string, string> } = administrator,
  ) =>
    suite.call('POST', `/users/${member.id}/emails/resend`, { as, ...(body === undefined ? {} : { body }) })

  test('sends the last one again, and both tokens work', async () => {
    const member = await suite.member('waiting')
    expect((await resend(member)).body).toEqual({ error: 'no mail to resend' })
    await suite.call('POST', `/users/${member.id}/emails`, {
      as: member,
      body: { email: 'Waiting@example.com' },
    })
    const first = await mailbox.nth('waiting@example.com', 1)
    const answer = await resend(member)
    expect([answer.status, answer.body]).toEqual([200, { kind: 'VerifyEmail', email: 'Waiting@example.com' }])
    const second = await mailbox.nth('waiting@example.com', 2)
    expect(second.token).not.toBe(first.token)
    const taken = await suite.call('PUT', `/users/${member.id}/emails`, {
      as: member,
      body: { token: first.token },
    })
    expect(taken.status, taken.text).toBe(200)
    expect((await resend(member, { kind: 'ResetPassword' })).body).toEqual({ error: 'no mail to resend' })
    await suite.call('POST', '/auth/password-reset', { body: { email: 'waiting@example.com' } })
    await mailbox.nth('waiting@example.com', 3)
    expect((await resend(member, { kind: 'ResetPassword' })).body.kind).toBe('ResetPassword')
    const reset = await mailbox.nth('waiting@example.com', 4)
    const changed = await suite.call('PUT', '/auth/password-reset', {
      body: { token: reset.token, password: 'a new password' },
    })
    expect(changed.status).toBe(200)
  })

  test('happens once for each key, however many requests come at once', async () => {
    const member = await suite.member('impatient')
    const email = 'impatient@example.com'
    await suite.call('POST', `/users/${member.id}/emails`, { as: member, body: { email } })
    await mailbox.nth(email, 1)
    const asking = { kind: 'VerifyEmail', idempotency_key: newId() }
    const answers = await Promise.all(Array.from({ length: 6 }, () => resend(member, asking)))
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { kind: 'VerifyEmail', email }])
    await mailbox.nth(email, 2)
    await resend(member, asking)
    await settled()
    expect(await mailbox.count(email)).toBe(2)
    await resend(member, { ...asking, idempotency_key: newId() })
    await mailbox.nth(email, 3)
  })

  test('is for administrators', async () => {
    const member = await suite.member('helpless')
    await suite.call('POST', `/users/${member.id}/emails`, {
      as: member,
      body: { email: 'helpless@example.com' },
    })
    const stranger = await suite.member('a_stranger')
    for (const [as, status] of [
      [{ headers: {} }, 401],
      [member, 403],
      [stranger, 403],
    ] as const)
      expect((await resend(member, {}, as)).status).toBe(status)
    const browser = await signedIn(suite.url, 'administrator', administrator.password)
    const token = bearer((await obtainTokens(suite, browser, client, 'base')).access_token)
    expect((await resend(member, {}, token)).status).toBe(403)
    for (const id of ['01890000-0000-7000-8000-000000000000', 'nonsense'])
      expect((await resend({ id })).body).toEqual({ error: 'user not found' })
    for (const body of [
      [],
      { kind: ['VerifyEmail'] },
      { kind: 'NewSignIn' },
      { kind: null },
      { idempotency_key: [newId()] },
    ])
      expect((await resend(member, body)).status).toBe(422)
    await mailbox.nth('helpless@example.com', 1)
    await settled()
    expect(await mailbox.count('helpless@example.com')).toBe(1)
  })
})
