import type { Browser } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, startPages } from './support.ts'

let suite: Suite
let administrator: Member
let owner: Browser
beforeAll(async () => {
  suite = await startPages()
  administrator = await suite.administrator()
  owner = browserOf(suite, administrator)
})
afterAll(() => suite?.close())

const guest = () => browserOf(suite)
const form = (key: string, locale: string) => `/administration/texts/${key}/${locale}`
const write = async (key: string, locale: string, body: string) => {
  const path = form(key, locale)
  expect((await owner.fill(path, path, { body })).status).toBe(303)
}
const shows = (path: string, text: string, headers = {}) =>
  expect
    .poll(async () => (await browserOf(suite, undefined, headers).get(path)).text.includes(text), {
      timeout: 15_000,
    })
    .toBe(true)

test('a site writes its rules in the markup, in each language, and every page leads there', async () => {
  expect((await guest().get('/about/rules')).status).toBe(404)
  await write('rules', 'en', '# Be kind\n\n- Always **kind**.')
  const { status, text } = await guest().get('/about/rules')
  expect(status).toBe(200)
  expect(text).toMatch(/<h3[^>]*>Be kind<\/h3>[\s\S]*<strong>kind<\/strong>/)
  await shows('/', 'href="/about/rules"')
  const french = { 'accept-language': 'fr' }
  expect((await browserOf(suite, undefined, french).get('/about/rules')).text).toContain('lang="en"')
  await write('rules', 'fr', 'Soyez aimables.')
  await shows('/about/rules', 'Soyez aimables.', french)
  expect((await guest().get('/about/rules')).text).not.toContain('Soyez')
})

test('the welcome greets guests on the front page', async () => {
  await write('welcome', 'en', 'Come in, _adventurer_.')
  await shows('/', 'Come in, <em>adventurer</em>.')
  expect((await owner.get('/')).text).not.toContain('Come in,')
})

test('a text that is left blank is taken away, and what cannot be read stays in its form', async () => {
  const path = form('contact', 'en')
  await write('contact', 'en', 'Write to us.')
  await shows('/latest', 'href="/about/contact"')
  const refused = await owner.fill(path, path, { body: '[quote]open' })
  expect([refused.status, refused.text.includes('[quote]open')]).toEqual([400, true])
  await write('contact', 'en', '  ')
  expect((await guest().get('/about/contact')).status).toBe(404)
  await write('contact', 'en', '')
})

test('only administrators write, and only texts and languages that there are', async () => {
  const member = await suite.member('ada')
  const body = { locale: 'en', body: 'Mine.' }
  expect((await suite.call('PUT', '/forum/texts/rules', { as: member, body })).status).toBe(403)
  expect((await suite.call('PUT', '/forum/texts/rules', { body })).status).toBe(401)
  for (const path of ['/forum/texts/other', '/forum/texts/toString'])
    expect((await suite.call('PUT', path, { as: administrator, body })).status).toBe(404)
  expect(
    (await suite.call('PUT', '/forum/texts/rules', { as: administrator, body: { locale: 'xx', body: 'x' } }))
      .status,
  ).toBe(422)
  for (const path of ['/administration/texts/other/en', '/administration/texts/rules/xx'])
    expect((await owner.get(path)).status).toBe(404)
  expect((await suite.call('GET', '/forum/texts/rules')).body).not.toHaveProperty('marktwin')
  expect((await suite.call('GET', '/forum/texts/rules', { as: administrator })).body).toHaveProperty(
    'marktwin',
  )
})
