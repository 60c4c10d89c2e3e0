import type { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, openThread, replyTo } from './support.ts'

let suite: Suite
let ada: Member
let bob: Member
beforeAll(async () => {
  suite = await sharedSite()
  ada = await suite.member('ada')
  bob = await suite.member('bob')
})
afterAll(() => suite?.close())

/** The threads of a list, by their titles, the first one first. */
const titlesOf = async (browser: Browser, path: string): Promise<string[]> => {
  const { status, text } = await browser.get(path)
  expect({ path, status }).toEqual({ path, status: 200 })
  return [...text.matchAll(/<li class="row thread[^"]*">[\s\S]*?<h2><a[^>]*><bdi[^>]*>([^<]*)</g)].map(
    ([, title = '']) => title,
  )
}

test('anybody finds the latest threads of all sections, with who opened them and how they begin', async () => {
  await openThread(suite, ada, { section: 'welcome', title: 'Older', body: 'Of ||a secret|| and **more**.' })
  const { id } = await openThread(suite, ada, { section: 'news', title: 'Newer', body: 'Fresh.' })
  const guest = browserOf(suite)
  expect((await titlesOf(guest, '/latest')).slice(0, 2)).toEqual(['Newer', 'Older'])
  const { text } = await guest.get('/latest')
  expect(text).toContain(`<a href="/threads/${id}/newer">`)
  expect(text).toContain(`/api/v1/users/${ada.id}/avatar`)
  expect(text).toMatch(/<p class="beginning"[^>]*>Of [^<]* and more\.</)
  expect(text).not.toContain('a secret')
  expect(text).toContain('href="/sections/news"')
  const { text: section } = await guest.get('/sections/welcome')
  expect(section).toContain(`/api/v1/users/${ada.id}/avatar`)
  expect(section).toMatch(/<p class="beginning"[^>]*>Of [^<]* and more\.</)
  const { text: home } = await guest.get('/')
  expect([home.includes('href="/latest"'), home.includes('href="/unread"')]).toEqual([true, false])
})

test('a member finds what is unread, watched and their own', async () => {
  const { id } = await openThread(suite, ada, { title: 'Asked' })
  await openThread(suite, bob, { title: 'Answered' })
  const [asker, answerer] = [browserOf(suite, ada), browserOf(suite, bob)]
  expect(await titlesOf(asker, '/mine')).toEqual(['Asked', 'Newer', 'Older'])
  expect(await titlesOf(answerer, '/mine')).toEqual(['Answered'])
  expect(await titlesOf(answerer, '/unread')).toEqual(['Asked', 'Newer', 'Older'])
  expect(await titlesOf(answerer, '/watching')).not.toContain('Asked')
  await suite.call('PUT', `/forum/threads/${id}/subscription`, { as: bob, body: { level: 'Watching' } })
  expect(await titlesOf(answerer, '/watching')).toContain('Asked')
  await answerer.fill('/', '/read')
  expect(await titlesOf(answerer, '/unread')).toEqual([])
  expect((await answerer.get('/unread')).text).toContain('You have read everything.')
  await replyTo(suite, ada, id)
  const { text } = await answerer.get('/unread')
  expect(text).toContain(`href="/threads/${id}/unread"`)
})

test('what is a member’s own asks a guest to sign in', async () => {
  for (const path of ['/unread', '/watching', '/mine']) {
    const { status, text } = await browserOf(suite).get(path)
    expect([path, status, text.includes('/sign-in?')]).toEqual([path, 401, true])
  }
})

test('a page behind the last one leads to that', async () => {
  const { status, location } = await browserOf(suite).get('/latest?page=99')
  expect([status, new URL(location ?? '').pathname]).toEqual([303, '/latest'])
})

test('a notification says how the post begins, covered as everywhere', async () => {
  const { id } = await openThread(suite, ada, { title: 'Answered soon' })
  await replyTo(suite, bob, id, 'It ends with ||a secret|| and more.')
  const browser = browserOf(suite, ada)
  await expect.poll(async () => (await browser.get('/notifications')).text).toContain('It ends with')
  const { text } = await browser.get('/notifications')
  expect(text).toMatch(/<p class="beginning"[^>]*>It ends with [^<]* and more\.</)
  expect(text).not.toContain('a secret')
})
