import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { xmlText } from '../src/areas/feeds/xml.ts'
import { browserOf, openThread, replyTo, startPages, unchangedPages } from './support.ts'

let suite: Suite
let ada: Member
beforeAll(async () => {
  suite = await startPages({ config: { site: { url: 'https://forum.example' } } })
  ada = await suite.member('ada', { displayName: 'Ada' })
})
afterAll(() => suite?.close())

/** The texts of these elements, in order. */
const texts = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)

test('sections and threads have feeds, newest first, with addresses of the configured site', async () => {
  const { id, post } = await openThread(suite, ada, { title: 'Feeds & <more>' })
  const answer = await replyTo(suite, ada, id, 'An **answer**')
  const guest = browserOf(suite)
  const thread = await guest.get(`/threads/${id}/feed.atom`)
  expect(thread.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(texts(thread.text, 'id')).toEqual([`urn:uuid:${id}`, `urn:uuid:${answer}`, `urn:uuid:${post}`])
  expect(texts(thread.text, 'title')[1]).toBe('Feeds &amp; &lt;more&gt;')
  expect(texts(thread.text, 'content')[0]).toBe('An &lt;strong&gt;answer&lt;/strong&gt;')
  expect(thread.text).toContain(`<link rel="alternate" href="https://forum.example/posts/${answer}"/>`)
  expect(thread.headers.get('vary')).toContain('accept-language')
  const known = { 'if-none-match': thread.headers.get('etag') ?? '' }
  expect((await guest.send('GET', `/threads/${id}/feed.atom`, undefined, known)).status).toBe(304)
  const section = await guest.get('/sections/welcome/feed.atom')
  expect(texts(section.text, 'id')).toContain(`urn:uuid:${id}`)
  expect(texts(section.text, 'content')[0]).toBe('An &lt;strong&gt;answer&lt;/strong&gt;')
  expect((await guest.get('/threads/nothing/feed.atom')).status).toBe(404)
})

test('the whole site has a feed of its threads with the newest posts, and their texts', async () => {
  const older = await openThread(suite, ada, { title: 'An older one', section: 'strategy' })
  const newer = await openThread(suite, ada, { title: 'A newer one', section: 'off_topic' })
  await replyTo(suite, ada, older.id, 'Which is ||now|| on top.')
  const guest = browserOf(suite)
  const { text } = await guest.get('/feed.atom')
  expect(texts(text, 'id').slice(0, 3)).toEqual([
    'https://forum.example/',
    `urn:uuid:${older.id}`,
    `urn:uuid:${newer.id}`,
  ])
  expect(texts(text, 'content')[0]).toMatch(/^Which is (?!.*now)/)
  expect(text).toContain('<link rel="self" href="https://forum.example/feed.atom"/>')
  expect((await guest.get('/')).text).toContain('href="/feed.atom"')
})

test('a feed that is asked for again is made again only if it has changed', async () => {
  const { id } = await openThread(suite, ada, { title: 'Asked for often' })
  const guest = browserOf(suite)
  const path = `/threads/${id}/feed.atom`
  const first = (await guest.get(path)).text
  const before = await unchangedPages(suite)
  expect((await guest.get(path)).text).toBe(first)
  expect(await unchangedPages(suite)).toBe(before + 1)
  await replyTo(suite, ada, id, 'Something new.')
  expect((await guest.get(path)).text).toContain('Something new.')
})

test('search engines find what everybody may read', async () => {
  const { id } = await openThread(suite, ada)
  const guest = browserOf(suite)
  expect((await guest.get('/robots.txt')).text).toContain('Sitemap: https://forum.example/sitemap.xml')
  const files = texts((await guest.get('/sitemap.xml')).text, 'loc')
  const [sections = '', welcome = ''] = [
    'https://forum.example/sitemap-sections.xml',
    'https://forum.example/sections/welcome/sitemap.xml',
  ]
  expect(files).toEqual(expect.arrayContaining([sections, welcome]))
  const listed = async (file: string) => texts((await guest.get(new URL(file).pathname)).text, 'loc')
  expect(await listed(sections)).toEqual(
    expect.arrayContaining(['https://forum.example/', 'https://forum.example/sections/welcome']),
  )
  expect(await listed(welcome)).toContain(`https://forum.example/threads/${id}/a-thread`)
  expect(texts((await guest.get('/sections/welcome/sitemap.xml?page=2')).text, 'loc')).toEqual([])
  expect((await guest.get('/sections/nothing/sitemap.xml')).status).toBe(404)
  expect((await guest.get(`/threads/${id}/report`)).text).toContain('<meta name="robots" content="noindex"/>')
})

describe('of texts of the greatest length', () => {
  const END = 'the very end'
  /** Becomes many times as long as HTML. */
  const body = `${'**||a||** '.repeat(4_000)}${END}`
  let thread: string
  let last: string
  beforeAll(async () => {
    thread = (await openThread(suite, ada, { body })).id
    for (let replies = 0; replies < 19; replies++) last = await replyTo(suite, ada, thread, body)
  })

  test('a page has the beginnings, and a link to each in full', async () => {
    const guest = browserOf(suite)
    const page = await guest.get(`/threads/${thread}`)
    // Half a megabyte of members’ texts, and what makes spoilers of theirs to be opened.
    expect(page.text.length).toBeLessThan(600_000)
    expect(page.text).not.toContain(END)
    expect(page.text.match(/>Read the whole post</g)).toHaveLength(20)
    expect(page.text).toContain(`href="/posts/${last}/whole"`)
    for (const path of [`/posts/${last}/whole`, `/posts/${last}/whole?revision=1`])
      expect((await guest.get(path)).text).toContain(END)
    expect((await guest.get(`/posts/${last}/whole?revision=2`)).status).toBe(404)
    for (const path of [`/members/${ada.id}`, `/posts/${last}/revisions`])
      expect((await guest.get(path)).text).not.toContain(END)
  })

  test('a feed has still less, and the same link', async () => {
    const { text } = await browserOf(suite).get(`/threads/${thread}/feed.atom`)
    expect(text.length).toBeLessThan(400_000)
    expect(texts(text, 'content')).toHaveLength(20)
    expect(text).toContain(`&lt;a href=&quot;https://forum.example/posts/${last}/whole&quot;&gt;`)
  })
})

test.each([
  ['noncharacters', '\ufffe\uffff\ufdd0\u{1fffe}\u{10ffff}'],
  ['half a surrogate pair, or controls', '\ud800\udc00\ud83d\0\x08\x0b\x1b\x7f\x85'],
])('XML has no %s', (_, characters) => {
  const text = xmlText(`a${characters}<b>&"\t\n😀é`)
  expect(text).toMatch(/^a.?&lt;b&gt;&amp;&quot;\t\n😀é$/u)
  expect(text).not.toMatch(/[^\P{Cc}\t\n]|\p{Cs}|\p{Noncharacter_Code_Point}/u)
})

test('no title, body or name makes a feed unreadable (discourse/discourse#24001, python/planet#557)', async () => {
  const { id } = await openThread(suite, ada, { title: 'a\ufffeb title', body: 'x\uffffy 😀' })
  const guest = browserOf(suite)
  for (const path of [`/threads/${id}/feed.atom`, '/sections/welcome/feed.atom', '/sitemap.xml']) {
    const { text } = await guest.get(path)
    expect(text, path).not.toMatch(/[\ufffe\uffff]/)
    expect(text, path).toMatch(path === '/sitemap.xml' ? /<sitemapindex/ : /ab title/)
  }
  expect((await guest.get(`/threads/${id}/feed.atom`)).text).toContain('xy 😀')
})
