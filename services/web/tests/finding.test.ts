import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { browserOf, openThread, replyTo } from './support.ts'

let suite: Suite
let zelda: Member
let zeno: Member
let thread: { id: string; post: string }
beforeAll(async () => {
  suite = await sharedSite()
  zelda = await suite.member('zelda', { displayName: 'Zelda' })
  zeno = await suite.member('zeno', { displayName: 'Zeno' })
  await suite.member('zenobia', { displayName: 'Zenobia' })
  thread = await openThread(suite, zelda, { title: 'A zebra', body: 'Zebra, zebra, zebra.' })
  for (let posts = 0; posts < 3; posts++) await replyTo(suite, zeno, thread.id, 'Once more a zebra.')
  await openThread(suite, zeno, { title: 'Elsewhere', body: 'No horse but a zebra.', section: 'off_topic' })
  const guest = browserOf(suite)
  await vi.waitUntil(async () => (await guest.get('/search?q=zebra')).text.includes('4 more results'), {
    timeout: 10_000,
  })
})
afterAll(() => suite?.close())

const hitsIn = (text: string) => [...text.matchAll(/<li class="hit">/g)].length
const search = async (query: Record<string, string>, as?: Member) =>
  browserOf(suite, as).get(`/search?${new URLSearchParams(query)}`)

test('each page has a search box, which works without scripts, but for the page of the search', async () => {
  for (const path of ['/', '/latest', `/threads/${thread.id}`, '/archive', '/nothing', '/sign-in'])
    expect((await browserOf(suite).get(path)).text).toContain('<search class="site-search"')
  expect((await search({})).text).not.toContain('site-search')
})

test('hits are gathered by thread, with a way to the others in it', async () => {
  const { text } = await search({ q: 'zebra' })
  expect(hitsIn(text)).toBe(2)
  const [, way = '', count] = /<a href="([^"]+)">(\d+) more results in this thread/.exec(text) ?? []
  expect(count).toBe('4')
  const within = await browserOf(suite).get(way.replaceAll('&amp;', '&'))
  expect(hitsIn(within.text)).toBe(5)
  expect(within.text).toContain('<bdi>A zebra</bdi>')
  expect(within.text).toContain('href="/search?q=zebra">Search everywhere')
})

test('filters by author, date, order, section and place go together, and stay in the form', async () => {
  const all = {
    q: 'zebra',
    section: 'welcome',
    in: 'posts',
    order: 'newest',
    from: '2000-01-01',
    to: '2999-12-31',
  }
  const { text } = await search(all)
  expect(hitsIn(text)).toBe(1)
  for (const shown of ['<option value="newest" selected=""', 'value="2000-01-01"', 'value="2999-12-31"'])
    expect(text).toContain(shown)
  expect(text).toContain('<details class="more" open="">')
  for (const dates of [
    { to: '2000-01-01' },
    { from: '2999-01-01' },
    { from: '2999-01-01', to: '2000-01-01' },
  ] as Record<string, string>[])
    expect((await search({ q: 'zebra', ...dates })).text).toContain('Nothing was found')
  const today = new Date().toISOString().slice(0, 10)
  expect(hitsIn((await search({ q: 'zebra', from: today, to: today })).text)).toBe(2)
  expect(hitsIn((await search({ q: 'zebra', from: 'yesterday', to: '2024-99-99' })).text)).toBe(2)
})

test('members search by the name of an author; of several they choose, and a link to one works for everybody', async () => {
  const found = await search({ q: 'zebra', by: 'zelda' }, zelda)
  expect(hitsIn(found.text)).toBe(1)
  expect(found.text).toContain(`name="author" value="${zelda.id}"`)
  const asked = await search({ q: 'zebra', by: 'Zeno' }, zelda)
  expect([hitsIn(asked.text), asked.text.includes('Which one?')]).toEqual([0, true])
  const way = `/search?q=zebra&author=${zeno.id}`
  expect(asked.text).toContain(way.replaceAll('&', '&amp;'))
  const guest = await browserOf(suite).get(way)
  expect(hitsIn(guest.text)).toBe(2)
  expect(guest.text).not.toContain('name="by"')
  const nobody = await search({ q: 'zebra', by: 'nobody_at_all' }, zelda)
  expect([nobody.status, hitsIn(nobody.text)]).toEqual([422, 0])
})

test('a filter by what is not there, or not for this reader, finds nothing and names nothing', async () => {
  const administrator = await suite.administrator()
  const put = (readers: string) =>
    suite.call('PUT', '/forum/sections/menagerie', {
      as: administrator,
      body: { display_name: 'Menagerie', readers },
    })
  await put('Everyone')
  const { id } = await openThread(suite, administrator, {
    title: 'Hush',
    body: 'A zebra.',
    section: 'menagerie',
  })
  await put('Moderators')
  for (const filter of [
    { thread: id },
    { thread: '01890000-0000-7000-8000-000000000000' },
    { thread: '%' },
    { section: 'menagerie' },
    { section: 'nowhere' },
    { author: '01890000-0000-7000-8000-000000000000' },
    { author: 'x' },
  ] as Record<string, string>[]) {
    const { status, text } = await search({ q: 'zebra', ...filter })
    expect([status, hitsIn(text), text.includes('Nothing was found')]).toEqual([200, 0, true])
    expect(text).not.toMatch(/Hush|Menagerie/)
  }
})

test('a search leads to what was written, with what was sought in it, as text', async () => {
  const { id } = await openThread(suite, zelda, {
    title: 'About <b>wombats</b>',
    body: 'A wombat & <i>another</i>.',
  })
  const guest = browserOf(suite)
  await expect.poll(async () => (await guest.get('/search?q=wombat&in=posts')).text).toContain(`/posts/`)
  const { text } = await guest.get('/search?q=wombat')
  expect(text).toContain('<mark>')
  expect(text).not.toMatch(/<b>|<i>/)
  expect(text).toContain('About &lt;b&gt;wombats&lt;/b&gt;')
  expect((await guest.get('/search?q=wombat&section=off_topic')).text).toContain('Nothing was found')
  expect((await guest.get(`/search?q=nothing_like_${id.slice(0, 4)}`)).text).toContain('Nothing was found')
})

test('a search that is no UTF-8 is refused', async () => {
  expect((await browserOf(suite).get('/search?q=%FF')).status).toBe(400)
})

test.each(['x', '-only', 'x'.repeat(300), '%00'])('a search for %j says what is wrong with it', async (q) => {
  const { status, text } = await browserOf(suite).get(`/search?q=${q}`)
  expect(status).toBe(422)
  expect(text).toContain('id="q-problem"')
})
