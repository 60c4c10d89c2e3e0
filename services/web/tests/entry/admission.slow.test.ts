import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, startPages } from '../support.ts'

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await startPages()
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const set = async (body: object) =>
  expect((await suite.call('PATCH', '/site', { as: administrator, body })).status).toBe(200)
const account = (username: string) => ({
  username,
  display_name: `The ${username}`,
  password: 'a long password',
})
/** What somebody sees who comes to register, once the pages know of the setting. */
const untilShown = (path: string, text: string) =>
  expect.poll(async () => (await browserOf(suite).get(path)).text, { timeout: 20_000 }).toContain(text)

test('a form sent without accepting rules that have just become compulsory comes back with them', async () => {
  const text = { locale: 'en', body: 'Be kind to newcomers.' }
  expect((await suite.call('PUT', '/forum/texts/rules', { as: administrator, body: text })).status).toBe(200)
  const browser = browserOf(suite)
  const form = await browser.get('/register')
  expect(form.text).not.toContain('name="rules"')
  await set({ accepts_rules: true })
  const refused = await browser.fill('/register', '/register', account('hasty'))
  expect([refused.status, refused.text.includes('name="rules"')]).toEqual([422, true])
  expect(refused.text).toContain('Be kind to newcomers.')
  const token = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(refused.text)?.[1] ?? ''
  const fields = ['form-token', 'next', 'rules_locale', 'rules_time', 'held']
  const accepted = { ...account('hasty'), ...Object.fromEntries(fields.map((name) => [name, token(name)])) }
  expect((await browser.post('/register', { ...accepted, rules: 'on' })).status).toBe(303)
  // Administrators see which ones it were, whatever becomes of the text.
  await suite.call('PUT', '/forum/texts/rules', {
    as: administrator,
    body: { locale: 'en', body: 'Be quick.' },
  })
  const { body } = await suite.call('GET', '/users/accounts?name=hasty', { as: administrator })
  const member = `/administration/members/${body.items[0].user.id}`
  const { text: shown } = await browserOf(suite, administrator).get(member)
  expect(shown).toMatch(/accepted on[\s\S]*English[\s\S]*Be kind to newcomers\./)
  await set({ accepts_rules: null })
})

test('a member is made by an invitation’s link as often as it says; without one the page says why nobody is', async () => {
  await set({ registration: 'Invitation' })
  await untilShown('/register', 'you need an invitation')
  const page = browserOf(suite, administrator)
  const made = await page.fill('/invitations', '/invitations', {
    note: 'For Nova',
    most_uses: '1',
    days: '2',
  })
  const link = /<code class="secret">([^<]+)</.exec(made.text)?.[1]?.replace('&amp;', '&') ?? ''
  expect(made.headers.get('cache-control')).toBe('no-store')
  expect((await page.get('/invitations')).text).toContain('For Nova')
  const invited = link.slice(suite.url.length)
  const first = await browserOf(suite).fill(invited, '/register', account('nova'))
  expect(first.status).toBe(303)
  const second = await browserOf(suite).fill(invited, '/register', account('late'))
  expect(second.text).toContain('This invitation has ended')
  expect((await browserOf(suite).get('/invitations')).status).toBe(401)
})

test('a closed registration shows no form and leads to signing in; the header offers none', async () => {
  await set({ registration: 'Closed' })
  await untilShown('/register', 'Nobody can become a member at the moment.')
  const { text } = await browserOf(suite).get('/register')
  expect(text).toContain('href="/sign-in"')
  expect(text).not.toContain('name="username"')
  for (const path of ['/', '/latest'])
    expect((await browserOf(suite).get(path)).text, path).not.toContain('href="/register')
})
