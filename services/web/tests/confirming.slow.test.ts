import { fieldsOf, type Page } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../gateway/tests/query.ts'
import { browserOf, startPages } from './support.ts'

let suite: Suite
beforeAll(async () => {
  suite = await startPages({ services: ['gateway', 'forum', 'apps', 'web'] })
})
afterAll(() => suite?.close())

/** Real time cannot pass in a test: the session was opened, and confirmed, sixteen minutes ago. */
const age = ({ id }: Member) =>
  query(suite, `UPDATE session SET confirmed_at = now() - interval '16 minutes' WHERE account_id = $1`, [id])
const linksOf = async (member: Member): Promise<{ id: string }[]> =>
  (await suite.call('GET', `/users/${member.id}/user-links`, { as: member })).body
const asksForPassword = ({ status, text }: Page) => [
  status,
  /name="current_password"[^>]*type="password"|type="password"[^>]*name="current_password"/.test(text),
]

test('an address is added once the password is given in place; nothing that was entered is lost', async () => {
  const ada = await suite.member('ada')
  const browser = browserOf(suite, ada)
  await age(ada)
  const url = '/account/emails'
  const asked = await browser.fill('/account', url, { email: 'ada@example.org' })
  expect(asked.text).toContain('You signed in a while ago')
  const again = fieldsOf(asked.text, url)
  expect(again).toMatchObject({ email: 'ada@example.org', current_password: '' })
  const wrong = await browser.post(url, { ...again, current_password: 'a guess' })
  expect([wrong.status, wrong.text.includes('This is not your current password')]).toEqual([403, true])
  expect(fieldsOf(wrong.text, url)).toMatchObject({ email: 'ada@example.org', current_password: '' })
  const done = await browser.post(url, { ...again, current_password: ada.password })
  expect([done.status, done.location]).toEqual([303, `${suite.url}/account?saved=emails`])
  // From then on the sign-in is recent.
  expect((await browser.fill('/account', url, { email: 'ada2@example.org' })).status).toBe(303)
})

test('an address is removed in the same way, in French as well', async () => {
  const ben = await suite.member('ben')
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     SELECT gen_random_uuid(), $1, 'Email', e, e FROM unnest('{ben@example.org,ben2@example.org}'::text[]) AS e`,
    [ben.id],
  )
  const [first, second] = await linksOf(ben)
  const browser = browserOf(suite, ben, { 'accept-language': 'fr' })
  await age(ben)
  const url = `/account/links/${first?.id}/remove`
  const asked = await browser.fill('/account', url)
  expect(asksForPassword(asked)[1]).toBe(true)
  expect(asked.text).toContain('Votre connexion date un peu')
  expect(await linksOf(ben)).toHaveLength(2)
  const fields = { ...fieldsOf(asked.text, url), current_password: ben.password }
  expect((await browser.post(url, fields)).status).toBe(303)
  expect(await linksOf(ben)).toMatchObject([{ id: second?.id }])
})

test('an administrator registers, then removes a client, and renames a member, each with the password', async () => {
  const administrator = await suite.administrator()
  const browser = browserOf(suite, administrator)
  await age(administrator)
  const url = '/administration/clients/new'
  const written = {
    client_key: 'chess',
    client_name: 'Chess',
    app_uri: 'https://chess.example/',
    callback_uri: 'https://chess.example/back',
  }
  const asked = await browser.fill(url, url, written)
  expect(asksForPassword(asked)).toEqual([403, true])
  const kept = fieldsOf(asked.text, url)
  expect(kept).toMatchObject(written)
  const registered = await browser.post(url, { ...kept, current_password: administrator.password })
  expect(registered.status).toBe(200)
  expect(registered.text).toContain(kept.secret)

  await age(administrator)
  const clients = await suite.call('GET', '/oauth_clients', { as: administrator })
  const removal = `/administration/clients/${clients.body.items[0].id}/remove`
  expect(asksForPassword(await browser.fill(removal, removal))).toEqual([403, true])
  expect((await browser.fill(removal, removal, { current_password: administrator.password })).status).toBe(
    303,
  )
  expect((await suite.call('GET', '/oauth_clients', { as: administrator })).body.count).toBe(0)

  await age(administrator)
  const cleo = await suite.member('cleo')
  const page = `/administration/members/${cleo.id}`
  const renaming = await browser.fill(page, `${page}/names`, { new_username: 'cleopatra' })
  expect(asksForPassword(renaming)).toEqual([403, true])
  const names = fieldsOf(renaming.text, `${page}/names`)
  expect(names.new_username).toBe('cleopatra')
  const renamed = await browser.post(`${page}/names`, { ...names, current_password: administrator.password })
  expect(renamed.status).toBe(303)
  expect((await suite.call('GET', `/users/${cleo.id}`, { as: administrator })).body.username).toBe(
    'cleopatra',
  )
})

test('an administrator gives roles with the password, too', async () => {
  const administrator = await suite.administrator()
  const browser = browserOf(suite, administrator)
  const dora = await suite.member('dora')
  const roles = async (): Promise<string[]> =>
    (await suite.call('GET', '/forum/sections/welcome', { as: dora })).body.self.roles
  for (const [page, url, role] of [
    ['/sections/welcome/roles', '/sections/welcome/roles/grant', 'Moderator'],
    ['/administration/roles', '/administration/roles', 'GlobalModerator'],
  ] as const) {
    await age(administrator)
    const asked = await browser.fill(page, url, { name: 'dora', role })
    expect(asksForPassword(asked)).toEqual([403, true])
    const kept = fieldsOf(asked.text, url)
    expect(kept.name).toBe('dora')
    expect(await roles()).not.toContain(role)
    const fields = { ...kept, current_password: administrator.password }
    expect((await browser.post(url, fields)).status).toBe(303)
    expect(await roles()).toContain(role)
  }
})

test('an administrator proves that it is them before a secret is shown, and comes back to its application', async () => {
  const administrator = await suite.administrator()
  const browser = browserOf(suite, administrator)
  const { id } = (await suite.call('GET', '/apps', { as: administrator })).body.items[0]
  const app = `/administration/apps/${id}`
  const { 'form-token': token = '' } = fieldsOf((await browser.get(app)).text, app)
  await age(administrator)
  const sent = await browser.post(`${app}/channels/main/secret`, { 'form-token': token })
  const confirming = `/confirm?${new URLSearchParams({ next: app })}`
  expect([sent.status, sent.location]).toEqual([303, `${suite.url}${confirming}`])
  await browser.fill(confirming, '/confirm', { current_password: administrator.password })
  const shown = await browser.post(`${app}/channels/main/secret`, { 'form-token': token })
  expect([shown.status, shown.text.includes('whsec_')]).toEqual([200, true])
  // Who owns an application is asked for in place.
  await age(administrator)
  const asked = await browser.fill(app, app, { owners: administrator.id })
  expect(asksForPassword(asked)).toEqual([403, true])
  const fields = { ...fieldsOf(asked.text, app), current_password: administrator.password }
  expect(fields).toMatchObject({ owners: administrator.id })
  expect((await browser.post(app, fields)).status).toBe(303)
})
