import { Browser } from '@agora/testing/page-browser'
import {
  type Answer,
  basic,
  bearer,
  type Caller,
  type Member,
  type Suite,
  startSuite,
} from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpAll, dumpStreams, logsOf } from './dump.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { obtainTokens, post, registerClient, signedIn } from './oauth/client.ts'
import { query } from './query.ts'

let suite: Suite
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  suite = await startSuite({
    services: ['gateway', 'mail-jobs', 'web'],
    replicas: { gateway: 2 },
    smtpUrl: mailbox.smtpUrl,
  })
})
afterAll(async () => {
  await suite?.close()
  await mailbox?.close()
})

const invalidToken = [400, { error: 'invalid token' }]
const outcome = ({ status, body }: Answer) => [status, body]
const ask = (email: unknown, as?: Caller) =>
  suite.call('POST', '/auth/password-reset', { ...(as ? { as } : {}), body: { email } })
const reset = (token: unknown, password: unknown = 'a new password', replica = 0) =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/auth/password-reset`, {
    body: { token, password },
  })
const selfOf = async (as: Caller) => (await suite.call('GET', '/auth/self', { as })).body.type
const signIn = async (login: string, password: string) =>
  (await suite.call('PUT', '/auth/self', { body: { login, password } })).status

/** A member with a verified email, linked as the flow does it. */
async function memberWithEmail(name: string): Promise<Member & { email: string }> {
  const member = await suite.member(name)
  const email = `${name}@example.com`
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name) VALUES (uuidv7(), $1, 'Email', $2, $2)`,
    [member.id, email],
  )
  return { ...member, email }
}
async function tokenOf(email: string, count = 1): Promise<string> {
  expect(outcome(await ask(email))).toEqual([200, {}])
  return (await mailbox.nth(email, count)).token
}

describe('a reset', () => {
  test('sets the password, and ends every session and token of the account', async () => {
    const member = await memberWithEmail('forgetful')
    const client = await registerClient(suite, 'long_lived')
    const browser = await signedIn(suite.url, member.username, member.password)
    const tokens = await obtainTokens(suite, browser, client, 'base')
    const other = await suite.member('unconcerned')
    expect(await selfOf(bearer(tokens.access_token))).toBe('AccessToken')

    expect(outcome(await ask('Forgetful@EXAMPLE.com'))).toEqual([200, {}])
    const mail = await mailbox.nth('forgetful@example.com', 1)
    expect(mail.url).toBe(`${suite.url}/reset-password?token=${mail.token}`)
    expect(await selfOf(member)).toBe('User')

    expect(outcome(await reset(mail.token))).toEqual([200, {}])
    for (const caller of [member, bearer(tokens.access_token), basic('forgetful', member.password)])
      expect(await selfOf(caller)).toBe('Guest')
    const refreshed = await post(suite, client, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    })
    expect(refreshed.status).toBe(400)
    expect(await signIn('forgetful', member.password)).toBe(401)
    expect(await signIn('forgetful', 'a new password')).toBe(200)
    expect(await signIn(member.email, 'a new password')).toBe(200)
    expect(await selfOf(basic(member.email, 'a new password'))).toBe('User')
    expect(await selfOf(other)).toBe('User')
    expect(outcome(await reset(mail.token, 'yet another one'))).toEqual(invalidToken)
    await expect.poll(() => dumpStreams(suite)).toContain(`{"user":"${member.id}","session":null}`)
  })

  test('succeeds for one of twenty at once with one token, on two replicas', async () => {
    const { email, username } = await memberWithEmail('raced')
    const token = await tokenOf(email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `password number ${index}`, index % 2)),
    )
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(outcome(answer)).toEqual(invalidToken)
    expect(await signIn(username, `password number ${winners[0]}`)).toBe(200)
  })

  test('voids the account’s other tokens, as does any other password change or a ban', async () => {
    const member = await memberWithEmail('voided')
    const [first, second] = [await tokenOf(member.email, 1), await tokenOf(member.email, 2)]
    const answers = await Promise.all([
      reset(first, 'first password', 0),
      reset(second, 'second password', 1),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])

    const administrator = await suite.administrator()
    const third = await tokenOf(member.email, 3)
    const path = `/users/${member.id}`
    await suite.call('PATCH', path, { as: administrator, body: { password: 'third password' } })
    expect(outcome(await reset(third))).toEqual(invalidToken)

    const fourth = await tokenOf(member.email, 4)
    await suite.call('PUT', `${path}/ban`, { as: administrator, body: { reason: 'spam' } })
    expect(outcome(await reset(fourth))).toEqual(invalidToken)
    await suite.call('DELETE', `${path}/ban`, { as: administrator })
    expect(await signIn('voided', 'third password')).toBe(200)
  })

  test('accepts no token that has expired, whose address is no longer the account’s, or that is for verifying an email', async () => {
    const member = await memberWithEmail('changing')
    const expired = await tokenOf(member.email, 1)
    await query(suite, 'UPDATE mail_request SET token_expires_at = now() WHERE account_id = $1', [member.id])
    expect(outcome(await reset(expired))).toEqual(invalidToken)

    const removed = await tokenOf(member.email, 2)
    await query(suite, 'UPDATE user_link SET ended_at = now() WHERE account_id = $1', [member.id])
    expect(outcome(await reset(removed))).toEqual(invalidToken)

    await suite.call('POST', `/users/${member.id}/emails`, {
      as: member,
      body: { email: 'verify@example.com' },
    })
    const { token } = await mailbox.nth('verify@example.com', 1)
    expect(outcome(await reset(token))).toEqual(invalidToken)
    expect(await selfOf(member)).toBe('User')
  })

  test.each([
    ['nothing', ''],
    ['a token of nobody', 'A'.repeat(43)],
    ['a NUL', `${'A'.repeat(42)}\0`],
    ['half a surrogate pair', '\ud800'],
  ])('refuses %s for a token', async (_, token) => {
    expect(outcome(await reset(token))).toEqual(invalidToken)
  })

  test.each([
    ['token', [['x'], {}, 1, null, undefined]],
    [
      'password',
      ['1234567', 'a'.repeat(257), 'eight or\0more', '\ud800'.repeat(8), null, ['eight or more'], undefined],
    ],
  ])('names the field `%s` where it has the wrong shape, and spends nothing', async (field, values) => {
    const { email } = await memberWithEmail(`shapes_${field}`)
    const token = await tokenOf(email)
    for (const value of values) {
      const body = { token, password: 'a new password', [field]: value }
      const answer = await suite.call('PUT', '/auth/password-reset', { body })
      expect(outcome(answer)).toEqual([422, { error: expect.stringContaining(`\`${field}\``) }])
    }
    expect(outcome(await reset(token))).toEqual([200, {}])
  })
})

describe('requesting a reset', () => {
  test('answers the same for every address, and mails only verified ones', async () => {
    const member = await memberWithEmail('known')
    const banned = await memberWithEmail('no_longer')
    await query(suite, 'UPDATE user_link SET ended_at = now() WHERE account_id = $1', [banned.id])
    const asked = [member.email, banned.email, 'nobody@example.com', 'unverified@example.com']
    const pending = await suite.member('pending')
    await suite.call('POST', `/users/${pending.id}/emails`, { as: pending, body: { email: asked[3] } })
    await mailbox.nth('unverified@example.com', 1)

    const answers = await Promise.all(asked.map((email) => ask(email)))
    const seen = answers.map(({ status, text, headers }) => ({ status, text, names: [...headers.keys()] }))
    for (const answer of seen) expect(answer).toEqual({ ...seen[0], status: 200, text: '{}' })
    await mailbox.nth(member.email, 1)
    const waiting = () =>
      query(suite, `SELECT email FROM mail_request WHERE kind = 'ResetPassword' AND email = ANY ($1)`, [
        asked,
      ])
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([{ email: member.email }])
    // Any further mails would have been sent before this one.
    await tokenOf(member.email, 2)
    expect(await Promise.all(asked.map(mailbox.count))).toEqual([2, 0, 0, 1])
  })

  test('is for anybody, whatever the credentials', async () => {
    const member = await suite.member('signed_in')
    for (const caller of [
      member,
      basic('signed_in', 'wrong'),
      bearer('x'.repeat(43)),
      await suite.administrator(),
    ])
      expect(outcome(await ask('nobody@example.com', caller))).toEqual([200, {}])
    const headers = { ...member.headers, origin: 'https://evil.example' }
    expect(outcome(await ask('nobody@example.com', { headers }))).toEqual([403, { error: 'invalid origin' }])
  })

  test.each(['no address', '', null, 1, ['a@example.com'], 'a@example.com\0', `a@${'b.'.repeat(130)}com`])(
    'refuses %j for an address',
    async (email) => {
      expect(outcome(await ask(email))).toEqual([422, { error: expect.stringContaining('`email`') }])
    },
  )

  test('leaves no token in a table, an event, a job, Redis or a log', async () => {
    const { email } = await memberWithEmail('discreet')
    const token = await tokenOf(email)
    await new Browser(suite.url).get(`/reset-password?token=${token}`)
    await reset(token, 'short')
    await expect.poll(() => logsOf(suite).includes('"route":"/reset-password"')).toBe(true)
    const everything = await dumpAll(suite)
    expect([everything.includes(email), everything.includes(token)]).toEqual([true, false])
    expect(await dumpStreams(suite)).not.toContain(email)
    expect((await reset(token)).status).toBe(200)
  })

  test('survives a kill of the gateway', async () => {
    const { email } = await memberWithEmail('patient')
    await suite.nats?.kill()
    expect((await ask(email)).status).toBe(200)
    await Promise.all(suite.processes.gateway.map((process) => process.kill()))
    await suite.nats?.restart()
    await Promise.all(suite.processes.gateway.map((process) => process.start()))
    const { token } = await mailbox.nth(email, 1)
    expect(outcome(await reset(token))).toEqual([200, {}])
  })
})

describe('the pages', () => {
  test('lead from the sign-in page through the mail to a new password', async () => {
    const { email, username } = await memberWithEmail('by_page')
    const browser = new Browser(suite.url)
    expect((await browser.get('/sign-in')).text).toContain('href="/forgot-password"')
    const refused = await browser.submit('/forgot-password', { email: 'no address' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('aria-invalid="true"')])
    const known = await browser.submit('/forgot-password', { email })
    const unknown = await browser.submit('/forgot-password', { email: 'nobody@example.com' })
    expect(known.status).toBe(200)
    expect(known.text.replaceAll(email, '')).toBe(unknown.text.replaceAll('nobody@example.com', ''))

    const { url } = await mailbox.nth(email, 1)
    const page = await browser.get(url)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const short = await browser.submit(url, { password: 'short' })
    expect([short.status, short.text]).toEqual([422, expect.stringContaining('8 to 256 characters')])
    expect((await browser.post('/reset-password', { token: 'x', password: 'set by a page' })).status).toBe(
      403,
    )
    expect((await browser.submit(url, { password: 'set by a page' })).status).toBe(200)
    expect(await signIn(username, 'set by a page')).toBe(200)
    const again = await browser.get(url)
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('href="/forgot-password"')])
  })

  test('show a hostile token as text and refuse it', async () => {
    for (const token of ['%00', '%22%3E%3Cscript%3Ealert(1)', 'a&token=b', '']) {
      const page = await new Browser(suite.url).get(`/reset-password?token=${token}`)
      expect(page.status).toBe(400)
      expect(page.text).not.toContain('<script>alert')
    }
  })
})
