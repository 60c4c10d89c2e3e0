import { type Browser, hiddenFields } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../query.ts'
import { authorizationRequest, type Client, decide, post, registerClient, signedIn } from './client.ts'

let suite: Suite
let member: Member
let client: Client
let native: Client
let browser: Browser
beforeAll(async () => {
  suite = await sharedSite()
  client = await registerClient(suite, 'powerful')
  native = await registerClient(suite, 'powerful_native', {
    secret: null,
    callback: 'http://127.0.0.1/callback',
  })
  member = await suite.member('moderating')
  browser = await signedIn(suite.url, member.username, member.password)
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     VALUES (uuidv7(), $1, 'Email', 'own@moderating.example', 'own@moderating.example')`,
    [member.id],
  )
})
afterAll(() => suite?.close())

/** Where one confirms the sign-in before going on there. */
const confirmationBefore = (path: string) => `${suite.url}/confirm?${new URLSearchParams({ next: path })}`

/** As if the member had signed in sixteen minutes ago. */
const ageSessions = () =>
  query(suite, `UPDATE session SET confirmed_at = now() - interval '16 minutes' WHERE account_id = $1`, [
    member.id,
  ])
const grants = async () =>
  (
    await query(suite, 'SELECT scopes FROM oauth_grant WHERE account_id = $1 ORDER BY created_at', [
      member.id,
    ])
  ).map(({ scopes }) => scopes.join(' '))
const told = async () =>
  (
    await query(
      suite,
      `SELECT details ->> 'what' AS what FROM mail_request
       WHERE account_id = $1 AND details ->> 'change' = 'ApplicationAllowed'`,
      [member.id],
    )
  ).map(({ what }) => what)

test('a member’s roles are lent to an application only soon after they have shown who they are', async () => {
  await ageSessions()
  const { path } = authorizationRequest(client, 'base forum:moderate')
  const consent = new URL((await browser.get(path)).location!).pathname
  const shown = await browser.get(consent)
  expect(shown.text).toContain('The powerful client')
  const asked = await browser.post(consent, { ...hiddenFields(shown.text), decision: 'allow' })
  expect([asked.status, asked.location]).toEqual([303, confirmationBefore(consent)])
  const device = (await post(suite, native, { scope: 'forum:moderate' }, 'device')).body
  const offered = await browser.submit('/device', { user_code: device.user_code })
  const entered = await browser.post('/device', { ...hiddenFields(offered.text), decision: 'allow' })
  expect([entered.status, entered.location]).toEqual([
    303,
    confirmationBefore(`/device?user_code=${device.user_code}`),
  ])
  expect(await grants()).toEqual([])

  const confirmed = await browser.submit(asked.location!, { current_password: member.password })
  expect(confirmed.status, confirmed.text).toBe(200)
  expect((await decide(browser, path)).get('code')).toMatch(/./)
  expect(await grants()).toEqual(['base forum:moderate'])
})

test('all else is allowed by whoever is signed in, and each new access to the forum is told once', async () => {
  await query(suite, 'DELETE FROM mail_request WHERE account_id = $1', [member.id])
  await ageSessions()
  for (const scope of ['base', 'base forum:write', 'base forum:write'])
    expect((await decide(browser, authorizationRequest(client, scope).path)).get('code')).toMatch(/./)
  expect(await told()).toEqual(['The powerful client'])
})
