import { contentOf } from '@agora/testing/page-browser'
import {
  type Answer,
  basic as basicOf,
  type Caller,
  type Member,
  type Suite,
  startSuite,
} from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpStreams } from './dump.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { signedIn } from './oauth/client.ts'
import { query } from './query.ts'

let suite: Suite
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  suite = await startSuite({
    services: ['gateway', 'forum', 'mail-jobs', 'web'],
    replicas: { gateway: 2 },
    smtpUrl: mailbox.smtpUrl,
  })
})
afterAll(async () => {
  await suite?.close()
  await mailbox?.close()
})

const basic = ({ username, password }: Member): Caller => basicOf(username, password)
const outcome = ({ status, body }: Answer) => ({ status, body })
const recent = { status: 403, body: { error: 'recent sign-in is required' } }
const invalidToken = { status: 400, body: { error: 'invalid token' } }
const wrongPassword = { status: 403, body: { error: 'invalid current password' } }

/** Real time cannot pass in a test: the session was opened, and confirmed, sixteen minutes ago. */
const age = ({ id }: Member) =>
  query(suite, `UPDATE session SET confirmed_at = now() - interval '16 minutes' WHERE account_id = $1`, [id])

/** A member who confirmed this address long ago. */
async function owner(username: string, ...emails: string[]): Promise<Member> {
  const member = await suite.member(username)
  for (const email of emails)
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name)
       VALUES (gen_random_uuid(), $1, 'Email', $2, $2)`,
      [member.id, email],
    )
  return member
}
const emailsOf = async (member: Member): Promise<string[]> =>
  (await suite.call('GET', `/users/${member.id}/user-links`, { as: basic(member) })).body.map(
    ({ target }: { target: { email: string } }) => target.email,
  )
const linkIdOf = async (member: Member): Promise<string> =>
  (await suite.call('GET', `/users/${member.id}/user-links`, { as: basic(member) })).body[0].id
const ask = (member: Member, email: string, as: Caller = member, replica = 0) =>
  suite.call('POST', `${suite.urls.gateway[replica]}/api/v1/users/${member.id}/emails`, {
    as,
    body: { email },
  })
const verify = (member: Member, token: string, as: Caller = member, replica = 0) =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/users/${member.id}/emails`, {
    as,
    body: { token },
  })
const confirm = (as: Caller, current_password: string) =>
  suite.call('PUT', '/auth/self/confirmation', { as, body: { current_password } })
/** What the notices to an address say, oldest first. */
const toldTo = async (address: string, subject: RegExp) => {
  await expect
    .poll(async () => (await mailbox.all(address)).some((mail) => subject.test(mail.subject)), {
      timeout: 45_000,
    })
    .toBe(true)
  return (await mailbox.all(address)).find((mail) => subject.test(mail.subject))!
}

describe('an old session alone', () => {
  test('neither adds an address nor removes the owner’s, at any step of a takeover', async () => {
    const ada = await owner('ada', 'ada@example.com')
    // Asked for while the sign-in was recent, and mailed to whoever reads that address.
    expect((await ask(ada, 'thief@evil.example')).status).toBe(200)
    const { token } = await mailbox.nth('thief@evil.example', 1)
    await age(ada)
    expect(outcome(await ask(ada, 'other@evil.example'))).toEqual(recent)
    expect(outcome(await verify(ada, token))).toEqual(recent)
    const link = `/users/${ada.id}/user-links/${await linkIdOf(ada)}`
    expect(outcome(await suite.call('DELETE', link, { as: ada }))).toEqual(recent)
    expect(await emailsOf(ada)).toEqual(['ada@example.com'])
    await suite.call('POST', '/auth/password-reset', { body: { email: 'thief@evil.example' } })
    // It is looked for later, and must be before the address is confirmed.
    await expect.poll(() => query(suite, 'SELECT FROM mail_request WHERE account_id IS NULL')).toEqual([])
    expect(await mailbox.count('other@evil.example')).toBe(0)

    // What was refused spent nothing: with the password it goes on, and the owner is told.
    expect(outcome(await confirm(ada, 'a guess'))).toEqual(wrongPassword)
    expect(outcome(await verify(ada, token))).toEqual(recent)
    const confirmed = await confirm(ada, ada.password)
    expect(confirmed.status).toBe(200)
    const left = Date.parse(confirmed.body.confirmed_until) - Date.now()
    expect(left).toBeGreaterThan(13 * 60_000)
    expect(left).toBeLessThan(16 * 60_000)
    expect((await verify(ada, token)).status).toBe(200)
    const told = await toldTo('ada@example.com', /new address for your account/)
    expect(told.text).toContain('thief@evil.example')
    expect(told.text).toContain('Username: ada')
    expect(told.text).toMatch(/Time: [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M UTC/)
    expect(told.text).toContain(`${suite.url}/forgot-password`)
    // Whoever has just confirmed an address need not be told so there.
    expect(await mailbox.count('thief@evil.example')).toBe(1)

    expect((await suite.call('DELETE', link, { as: ada })).status).toBe(200)
    const removed = await toldTo('ada@example.com', /address was removed/)
    expect(removed.text).toContain('write to the people who run')
    await toldTo('thief@evil.example', /address was removed/)
  })

  test('of an administrator changes nobody’s password or name, and registers or removes no client', async () => {
    const administrator = await suite.administrator()
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name)
       VALUES (gen_random_uuid(), $1, 'Email', 'admin@example.com', 'admin@example.com')`,
      [administrator.id],
    )
    const bob = await owner('bob', 'bob@example.com')
    const client = {
      display_name: 'Chess',
      app_uri: 'https://chess.example/',
      callback_uri: 'https://chess.example/callback',
      secret: '6120736563726574',
    }
    const url = '/oauth_clients/chess@clients'
    const put = (as: Caller) => suite.call('PUT', url, { as, body: client })
    const remove = (as: Caller) => suite.call('DELETE', url, { as })
    const change = (body: object) => suite.call('PATCH', `/users/${bob.id}`, { as: administrator, body })
    await age(administrator)
    expect(outcome(await put(administrator))).toEqual(recent)
    expect(outcome(await change({ password: 'chosen by a thief' }))).toEqual(recent)
    expect(outcome(await change({ username: 'bobby' }))).toEqual(recent)
    expect(outcome(await ask(bob, 'thief@evil.example', administrator))).toEqual(recent)
    const link = `/users/${bob.id}/user-links/${await linkIdOf(bob)}`
    expect(outcome(await suite.call('DELETE', link, { as: administrator }))).toEqual(recent)
    // The operators' key and HTTP Basic are no stolen session.
    expect((await put(basic(administrator))).status).toBe(200)
    expect(outcome(await remove(administrator))).toEqual(recent)
    expect((await remove({ headers: { 'svc-internal-auth': suite.secrets.internalKey } })).status).toBe(200)
    const told = await toldTo('admin@example.com', /You registered an application/)
    expect(told.text).toContain('Chess (chess@clients)')

    expect((await confirm(administrator, administrator.password)).status).toBe(200)
    expect((await put(administrator)).status).toBe(200)
    expect((await put(administrator)).status).toBe(200)
    await toldTo('admin@example.com', /You changed an application/)
    expect((await remove(administrator)).status).toBe(200)
    await toldTo('admin@example.com', /You removed an application/)
    expect((await change({ username: 'bobby' })).status).toBe(200)
    expect((await toldTo('bob@example.com', /username/)).text).toContain('Username: bobby')
    expect((await change({ password: 'chosen by an administrator' })).status).toBe(200)
    await toldTo('bob@example.com', /password of your account on Agora was changed/)
  })

  test('of an administrator gives nobody power and erases nobody', async () => {
    const administrator = await suite.administrator()
    const dave = await owner('dave')
    const user = { type: 'User', id: dave.id }
    const grant = (as: Caller) =>
      suite.call('POST', '/forum/role_grants', { as, body: { user, role: 'GlobalModerator' } })
    const erase = (as: Caller) => suite.call('DELETE', `/users/${dave.id}`, { as, body: {} })
    const queue = async () => (await suite.call('GET', '/forum/reports', { as: dave })).status
    await age(administrator)
    expect(outcome(await grant(administrator))).toEqual(recent)
    expect(outcome(await erase(administrator))).toEqual(recent)
    expect(await queue()).toBe(403)
    expect((await grant(basic(administrator))).status).toBe(200)
    expect(await queue()).toBe(200)
    expect((await confirm(administrator, administrator.password)).status).toBe(200)
    expect((await grant(administrator)).status).toBe(200)
    expect((await erase(administrator)).status).toBe(200)
    expect(await queue()).not.toBe(200)
  })

  test('is confirmed by the password alone: no guest, token or other member’s password does', async () => {
    const cleo = await owner('cleo')
    const dan = await owner('dan')
    await age(cleo)
    expect(
      (await suite.call('PUT', '/auth/self/confirmation', { body: { current_password: 'x' } })).status,
    ).toBe(401)
    expect(outcome(await confirm(cleo, dan.password))).toEqual(wrongPassword)
    expect((await suite.call('PUT', '/auth/self/confirmation', { as: cleo, body: {} })).status).toBe(422)
    expect(
      (await suite.call('PUT', '/auth/self/confirmation', { as: cleo, body: { current_password: ['x'] } }))
        .status,
    ).toBe(422)
    expect(outcome(await ask(cleo, 'cleo@example.com'))).toEqual(recent)
    expect((await ask(cleo, 'cleo@example.com', basic(cleo))).status).toBe(200)
    expect(
      (
        await suite.call('PUT', '/auth/self/confirmation', {
          as: basic(cleo),
          body: { current_password: cleo.password },
        })
      ).status,
    ).toBe(200)
    // Basic made no session recent.
    expect(outcome(await ask(cleo, 'cleo@example.com'))).toEqual(recent)
  })

  test('asks for the password on the page that confirms an address, and goes on from there', async () => {
    const eve = await owner('eve')
    await ask(eve, 'eve@example.com')
    const { url } = await mailbox.nth('eve@example.com', 1)
    const browser = await signedIn(suite.url, eve.username, eve.password)
    await age(eve)
    expect((await browser.get(url)).text).toContain('Your password')
    const forgotten = await browser.submit(url, {})
    expect([forgotten.status, forgotten.text.includes('You signed in a while ago')]).toEqual([403, true])
    const wrong = await browser.submit(url, { current_password: 'a guess' })
    expect([wrong.status, wrong.text.includes('This is not your current password')]).toEqual([403, true])
    expect(await emailsOf(eve)).toEqual([])
    expect((await browser.submit(url, { current_password: eve.password })).status).toBe(200)
    expect(await emailsOf(eve)).toEqual(['eve@example.com'])
    const confirming = await browser.get('/confirm?next=//evil.example')
    expect(contentOf(confirming.text)).not.toContain('evil.example')
  })
})

describe('a mailed token', () => {
  test('ends with the password under which it was asked for, before and after it is mailed', async () => {
    const fay = await owner('fay', 'fay@example.com')
    await ask(fay, 'thief2@evil.example')
    const { token } = await mailbox.nth('thief2@evil.example', 1)
    const password = 'what the owner chose'
    const changed = await suite.call('PATCH', `/users/${fay.id}`, {
      as: basic(fay),
      body: { password, current_password: fay.password },
    })
    expect(changed.status).toBe(200)
    const again = { ...fay, password }
    expect(outcome(await verify(again, token, basic(again)))).toEqual(invalidToken)
    // An administrator who sends the last mail again revives nothing.
    const resend = await suite.call('POST', `/users/${fay.id}/emails/resend`, {
      as: await suite.administrator(),
      body: { kind: 'VerifyEmail' },
    })
    expect(resend.status).toBe(404)
    expect(await emailsOf(again)).toEqual(['fay@example.com'])
    await toldTo('fay@example.com', /password of your account on Agora was changed/)
    expect((await ask(again, 'second@example.com', basic(again))).status).toBe(200)
    const { token: fresh } = await mailbox.nth('second@example.com', 1)
    expect((await verify(again, fresh, basic(again))).status).toBe(200)
  })

  test('ends when its address is added or removed, and with a ban', async () => {
    const gus = await owner('gus')
    await ask(gus, 'gus@example.com')
    await ask(gus, 'gus@example.com')
    const { token: second } = await mailbox.nth('gus@example.com', 2)
    expect((await verify(gus, second)).status).toBe(200)
    const [waiting] = await query<{ count: number }>(
      suite,
      `SELECT count(*)::int FROM mail_request WHERE account_id = $1 AND kind = 'VerifyEmail'`,
      [gus.id],
    )
    expect(waiting?.count).toBe(0)
    await ask(gus, 'gus2@example.com')
    const { token } = await mailbox.nth('gus2@example.com', 1)
    const as = await suite.administrator()
    await suite.call('PUT', `/users/${gus.id}/ban`, { as, body: { reason: 'x' } })
    await suite.call('DELETE', `/users/${gus.id}/ban`, { as })
    expect(outcome(await verify(gus, token, basic(gus)))).toEqual(invalidToken)
  })
})

describe('of simultaneous changes', () => {
  test('two additions of one address link it once, and tell once', async () => {
    const hal = await owner('hal', 'hal@example.com')
    for (const _ of [1, 2]) await ask(hal, 'hal2@example.com')
    const tokens = [await mailbox.nth('hal2@example.com', 2)].map(({ token }) => token)
    const answers = await Promise.all([0, 1].map((replica) => verify(hal, tokens[0]!, hal, replica)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await emailsOf(hal)).toEqual(['hal@example.com', 'hal2@example.com'])
    await toldTo('hal@example.com', /new address/)
  })

  test('a removal and a reset by the removed address end in one of two ways, each told', async () => {
    const ida = await owner('ida', 'ida@example.com')
    await suite.call('POST', '/auth/password-reset', { body: { email: 'ida@example.com' } })
    const { token } = await mailbox.nth('ida@example.com', 1)
    const [removal, reset] = await Promise.all([
      suite.call('DELETE', `/users/${ida.id}/user-links/${await linkIdOf(ida)}`, { as: basic(ida) }),
      suite.call('PUT', '/auth/password-reset', { body: { token, password: 'another password' } }),
    ])
    expect([
      [200, 400],
      [200, 200],
      [403, 200],
    ]).toContainEqual([removal.status, reset.status])
    await toldTo('ida@example.com', reset.status === 200 ? /was reset/ : /address was removed/)
    expect(await dumpStreams(suite)).not.toContain('ida@example.com')
  })
})
