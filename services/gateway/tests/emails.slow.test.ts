import { Browser, contentOf } from '@agora/testing/page-browser'
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
import { obtainTokens, registerClient, signedIn } from './oauth/client.ts'
import { nowAndThen, query } from './query.ts'

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
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const outcome = ({ status, body }: Answer) => [status, body]

const ask = (member: Member, email: unknown, as: Caller = member) =>
  suite.call('POST', `/users/${member.id}/emails`, { as, body: { email } })
const verify = (member: Member, token: unknown, as: Caller = member, replica = 0) =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/users/${member.id}/emails`, {
    as,
    body: { token },
  })
const linksOf = async (member: Member) =>
  (await suite.call('GET', `/users/${member.id}/user-links`, { as: member })).body

/** The token of the `count`th mail to an address. */
async function tokenFor(member: Member, email: string, count = 1): Promise<string> {
  expect(outcome(await ask(member, email))).toEqual([200, {}])
  return (await mailbox.nth(email, count)).token
}
async function verified(member: Member, email: string): Promise<void> {
  expect((await verify(member, await tokenFor(member, email))).status).toBe(200)
}

describe('registering on the page', () => {
  const profile = (username: string) => ({ username, display_name: username, password: 'long enough' })

  test('with an address requests a confirmation mail, without one requests none', async () => {
    const browser = new Browser(suite.url)
    const email = 'joining@example.org'
    expect((await browser.submit('/register', { ...profile('joining'), email })).status).toBe(303)
    const mail = await mailbox.nth(email, 1)
    expect((await browser.submit(mail.url, {})).text).toContain('joining@example.org')
    const blank = { ...profile('without'), email: '' }
    expect((await new Browser(suite.url).submit('/register', blank)).status).toBe(303)
  })
})

describe('verifying an email', () => {
  test('accepts the mailed token once, links the address and returns the link', async () => {
    const ada = await suite.member('ada', { displayName: 'Ada (L)' })
    expect(outcome(await ask(ada, 'Ada.L@Example.com'))).toEqual([200, {}])
    const mail = await mailbox.nth('Ada.L@Example.com', 1)
    expect(mail.text).not.toContain('Ada (L)')
    expect(mail.url).toBe(`${suite.url}/verify-email?token=${mail.token}`)

    const answer = await verify(ada, mail.token)
    const link = {
      type: 'Email',
      id: expect.stringMatching(uuid),
      user: { type: 'User', id: ada.id },
      period: { start: expect.stringMatching(timestamp), end: null },
      visibility: nowAndThen('Private'),
      rank: nowAndThen(0),
      target: { email: 'Ada.L@Example.com' },
    }
    expect(outcome(answer)).toEqual([200, link])
    expect(await linksOf(ada)).toEqual([answer.body])
    expect(outcome(await verify(ada, mail.token))).toEqual(invalidToken)
  })

  test('lets the member sign in and authenticate with it in any letter case, until it is removed', async () => {
    const member = await suite.member('by_email')
    const signIn = () =>
      suite.call('PUT', '/auth/self', { body: { login: 'By.Email@EXAMPLE.com', password: member.password } })
    const self = async () =>
      (await suite.call('GET', '/auth/self', { as: basic('by.email@example.com', member.password) })).body
        .type
    expect([(await signIn()).status, await self()]).toEqual([401, 'Guest'])
    await verified(member, 'by.email@example.com')
    expect([(await signIn()).status, await self()]).toEqual([200, 'User'])
    const [{ id }] = await linksOf(member)
    const removed = await suite.call('DELETE', `/users/${member.id}/user-links/${id}`, { as: member })
    expect([removed.status, removed.text]).toEqual([200, 'null'])
    expect([(await signIn()).status, await self()]).toEqual([401, 'Guest'])
    expect(await linksOf(member)).toEqual([])
  })

  test('succeeds for one of twenty simultaneous uses of a token, on two replicas', async () => {
    const member = await suite.member('racer')
    const token = await tokenFor(member, 'racer@example.com')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => verify(member, token, member, index % 2)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(outcome(answer)).toEqual(invalidToken)
    expect(await linksOf(member)).toHaveLength(1)
  })

  test('gives an address to one of two who verify it at once, without telling the other why', async () => {
    const [left, right] = [await suite.member('left'), await suite.member('right')]
    const first = await tokenFor(left, 'shared@example.com', 1)
    const second = await tokenFor(right, 'Shared@example.com'.toLowerCase(), 2)
    const answers = await Promise.all([verify(left, first, left, 0), verify(right, second, right, 1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ error: 'invalid token' })
    expect([...(await linksOf(left)), ...(await linksOf(right))]).toHaveLength(1)
  })

  test('gives the same answer and mail for an address that another account has verified', async () => {
    const [owner, other] = [await suite.member('owner'), await suite.member('taker')]
    await verified(owner, 'owned@example.com')
    const token = await tokenFor(other, 'OWNED@example.com'.toLowerCase(), 2)
    expect(outcome(await verify(other, token))).toEqual(invalidToken)
    expect(await linksOf(other)).toEqual([])
    expect(await linksOf(owner)).toHaveLength(1)
  })

  test('returns the existing link for an address that the account has already verified', async () => {
    const member = await suite.member('again')
    await verified(member, 'again@example.com')
    const [link] = await linksOf(member)
    const token = await tokenFor(member, 'again@example.com', 2)
    expect(outcome(await verify(member, token))).toEqual([200, link])
  })

  test('accepts no token that is another account’s, expired or for a reset', async () => {
    const [member, thief] = [await suite.member('mailed'), await suite.member('thief')]
    const token = await tokenFor(member, 'mailed@example.com')
    expect(outcome(await verify(thief, token))).toEqual(invalidToken)
    await query(suite, `UPDATE mail_request SET token_expires_at = now() WHERE account_id = $1`, [member.id])
    expect(outcome(await verify(member, token))).toEqual(invalidToken)

    await verified(member, 'reset.me@example.com')
    await suite.call('POST', '/auth/password-reset', { body: { email: 'reset.me@example.com' } })
    const reset = (await mailbox.nth('reset.me@example.com', 2)).token
    expect(outcome(await verify(member, reset))).toEqual(invalidToken)
  })

  test.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['a token of nobody', 'A'.repeat(43)],
    ['a NUL', `${'A'.repeat(42)}\0`],
    ['half a surrogate pair', '\ud800'],
    ['100,000 letters', 'A'.repeat(100_000)],
  ])('refuses %s for a token', async (_, token) => {
    const administrator = await suite.administrator()
    expect(outcome(await verify(administrator, token))).toEqual(invalidToken)
  })

  test.each([
    [
      'email',
      ['no address', '', 'a@b', ' a@example.com', 'a@example.com\0', 'ä@example.com', 'a\r\nb@example.com'],
    ],
    [
      'email',
      [['a@example.com'], { a: 1 }, 1, null, `${'a'.repeat(65)}@example.com`, `a@${'b.'.repeat(130)}com`],
    ],
    ['token', [['x'], {}, 1, null, undefined]],
  ])('names the field `%s` where it has the wrong shape', async (field, values) => {
    const administrator = await suite.administrator()
    for (const value of values) {
      const answer = await (field === 'email' ? ask : verify)(administrator, value)
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual({ error: expect.stringContaining(`\`${field}\``) })
    }
  })
})

describe('requesting a mail', () => {
  test('is for the member and administrators, with their full authority', async () => {
    const [member, other] = [await suite.member('asker'), await suite.member('stranger')]
    const client = await registerClient(suite, 'email_reader')
    const browser = await signedIn(suite.url, member.username, member.password)
    const { access_token } = await obtainTokens(suite, browser, client, 'base forum:moderate')
    const guest = { headers: {} }
    const unauthenticated = [401, { error: 'authentication required' }]
    const forbidden = [403, { error: 'forbidden' }]
    for (const call of [ask, verify]) {
      expect(outcome(await call(member, 'x@example.com', guest))).toEqual(unauthenticated)
      expect(outcome(await call(member, 'x@example.com', basic(client.key, client.secret)))).toEqual(
        unauthenticated,
      )
      expect(outcome(await call(member, 'x@example.com', basic('asker', 'wrong')))).toEqual([
        401,
        { error: 'invalid credentials' },
      ])
      expect(outcome(await call(member, 'x@example.com', bearer(access_token)))).toEqual(forbidden)
      expect(outcome(await call(member, 'x@example.com', other))).toEqual(forbidden)
      const unknown = { ...member, id: '00000000-0000-7000-8000-000000000000' }
      expect(outcome(await call(unknown, 'x@example.com', member))).toEqual([
        404,
        { error: 'user not found' },
      ])
      expect(outcome(await call({ ...member, id: 'x' }, 'x@example.com', member))).toEqual([
        404,
        { error: 'user not found' },
      ])
    }
    expect(await mailbox.count('x@example.com')).toBe(0)
    const administrator = await suite.administrator()
    expect(outcome(await ask(member, 'for.asker@example.com', administrator))).toEqual([200, {}])
    const { token } = await mailbox.nth('for.asker@example.com', 1)
    expect((await verify(member, token, basic(member.username, member.password))).status).toBe(200)
  })

  test('leaves no token in a table, an event, a job, Redis or a log', async () => {
    const member = await suite.member('secretive')
    const email = 'secretive@example.com'
    const token = await tokenFor(member, email)
    await verify(member, 'B'.repeat(43))
    await new Browser(suite.url).get(`/verify-email?token=${token}`)

    await expect.poll(() => logsOf(suite).includes('"route":"/verify-email"')).toBe(true)
    const everything = await dumpAll(suite)
    expect([everything.includes(email), everything.includes(token)]).toEqual([true, false])
    const events = await dumpStreams(suite)
    expect(events).toContain('agora.identity.mail.requested.v1')
    expect(events).not.toContain(email)
    expect((await verify(member, token)).status).toBe(200)
  })
})

describe('the page of the mailed link', () => {
  test('asks a guest to sign in and comes back; changes nothing until confirmed', async () => {
    const member = await suite.member('paged')
    await ask(member, 'paged@example.com')
    const { url, token } = await mailbox.nth('paged@example.com', 1)
    const guest = new Browser(suite.url)
    const page = await guest.get(url)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    const link = /href="(\/sign-in\?next=[^"]+)"/.exec(page.text)?.[1] ?? ''
    const back = await guest.submit(link, { login: member.username, password: member.password })
    expect([back.status, back.location]).toEqual([303, url])
    const asked = (await guest.get(url)).text
    for (const named of ['<strong>paged@example.com</strong>', '<strong>paged</strong> (paged)'])
      expect(asked).toContain(named)
    expect(await linksOf(member)).toEqual([])

    const forged = await guest.post('/verify-email', { token })
    expect(forged.status).toBe(403)
    const foreign = await guest.send('POST', '/verify-email', `token=${token}`, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
    })
    expect(foreign.status).toBe(403)
    expect(await linksOf(member)).toEqual([])

    const done = await guest.submit(url, {})
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('paged@example.com')])
    expect(await linksOf(member)).toHaveLength(1)
    const twice = await guest.get(url)
    expect([twice.status, twice.text]).toEqual([400, expect.stringContaining('no longer works')])
    expect(contentOf(twice.text)).not.toContain('<form')
  })

  test('offers nothing to add for the token of another account', async () => {
    const [owner, other] = [await suite.member('token_owner'), await suite.member('token_other')]
    await ask(owner, 'token.owner@example.com')
    const { url } = await mailbox.nth('token.owner@example.com', 1)
    const browser = new Browser(suite.url)
    await browser.submit('/sign-in', { login: other.username, password: other.password })
    const page = await browser.get(url)
    expect([page.status, contentOf(page.text).includes('<form')]).toEqual([400, false])
    expect(page.text).not.toContain('token.owner@example.com')
  })

  test('shows a hostile token as text', async () => {
    const page = await new Browser(suite.url).get(
      `/verify-email?token=${encodeURIComponent('"><script>alert(1)</script>')}`,
    )
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<script>alert')
    expect((await new Browser(suite.url).get('/verify-email?token=a&token=b')).status).toBe(200)
  })
})
