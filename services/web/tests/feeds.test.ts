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
  expect((await guest.get('/threads/nothing/feed.atom')).status).toBe(404)
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
  expect(await listed(welcome)).toContain(`https://forum.example/threads/${id}`)
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
    expect(page.text.length).toBeLessThan(500_000)
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

/** Everywhere that a text of the thread is shown, or a part of it, to somebody who has not opened it. */
async function shownElsewhere(reader: Member, thread: string, q: string): Promise<Record<string, string>> {
  const [guest, member] = [browserOf(suite), browserOf(suite, reader)]
  const page = (await guest.get(`/threads/${thread}`)).text
  const found = (await suite.call('GET', `/forum/search?q=${q}`)).text
  return {
    'the feed of the thread': (await guest.get(`/threads/${thread}/feed.atom`)).text,
    'the feed of the section': (await guest.get('/sections/welcome/feed.atom')).text,
    'what a link to it shows': (page.match(/<meta [^>]*>|<title>[^<]*/g) ?? []).join('\n'),
    'what a search finds': `${found}${(await guest.get(`/search?q=${q}`)).text.replace(/value="[^"]*"/g, '')}`,
    'the notifications': `${(await member.get('/notifications')).text}${(await suite.call('GET', '/notifications', { as: reader })).text}`,
  }
}

test('what a spoiler or a moderator hides is shown nowhere else either', async () => {
  const ben = await suite.member('ben', { displayName: 'Ben' })
  const body = `Public words ||the **butler** @{${ben.id}} did it|| and more quokka`
  const { id, post } = await openThread(suite, ada, { title: 'A quokka story', body })
  await replyTo(suite, ben, id, `[quote=Ada]||butler||[/quote]quokka ||the butler|| again`)
  await replyTo(suite, ada, id, 'Never mind this quokka')
  const found = async () => (await suite.call('GET', '/forum/search?q=quokka')).body.count
  await expect.poll(found, { timeout: 60_000 }).toBe(4)
  const shown = await shownElsewhere(ben, id, 'quokka')
  for (const [where, text] of Object.entries(shown)) expect(text, where).not.toContain('butler')
  expect(shown['the feed of the thread']).toContain('Public words … and more quokka')
  expect(shown['what a link to it shows']).toContain('content="Public words … and more quokka"')
  // The pages themselves cover it, and open it.
  expect((await browserOf(suite).get(`/threads/${id}`)).text).toContain('<strong>butler</strong>')
  const quotation = (await suite.call('GET', `/forum/posts/${post}/quotation`, { as: ben })).body.body
  expect(quotation).toContain('||the **butler**')

  const administrator = await suite.administrator()
  const { revisions } = (await suite.call('GET', `/forum/posts/${post}`)).body
  const hiding = { last_revision_id: revisions.items.at(-1).id, comment: 'Off topic' }
  expect(
    (await suite.call('DELETE', `/forum/posts/${post}`, { as: administrator, body: hiding })).status,
  ).toBe(200)
  for (const [where, text] of Object.entries(await shownElsewhere(ben, id, 'quokka')))
    expect(text, where).not.toContain('Public words')
})

test('what is renamed has its new name everywhere, and an erased member none', async () => {
  const [cleo, dan] = [
    await suite.member('cleo', { displayName: 'Cleo' }),
    await suite.member('dan', { displayName: 'Dan' }),
  ]
  // Who has just joined is known to the forum once they have done something there, or a moment later.
  await openThread(suite, dan)
  const { id } = await openThread(suite, cleo, { title: 'First title', body: `@{${dan.id}} wombat` })
  const notified = async () => (await suite.call('GET', '/notifications/count', { as: dan })).body.unread
  await expect.poll(notified, { timeout: 60_000 }).toBe(1)
  const administrator = await suite.administrator()
  const warning = { user: { type: 'User', id: cleo.id }, kind: 'Warning', reason: 'Once', internal_note: '' }
  expect((await suite.call('POST', '/forum/sanctions', { as: administrator, body: warning })).status).toBe(
    200,
  )
  const renamed = await suite.call('PATCH', `/forum/threads/${id}`, {
    as: administrator,
    body: { title: 'Second title' },
  })
  expect(renamed.status).toBe(200)
  expect(
    (await suite.call('PATCH', `/users/${cleo.id}`, { as: cleo, body: { display_name: 'Cleopatra' } }))
      .status,
  ).toBe(200)
  const shownNames = async () => Object.entries(await shownElsewhere(dan, id, 'wombat'))
  // These keep what a thread was called when they were written, but no name of a member.
  const shownToModerators = async () => {
    const paths = ['/forum/moderation_log', `/forum/sanctions?user=${cleo.id}`]
    const answers = paths.map(async (path) => (await suite.call('GET', path, { as: administrator })).text)
    return [
      ...(await Promise.all(answers)),
      (await browserOf(suite, administrator).get('/moderation/log')).text,
    ]
  }
  const current = async () =>
    (await shownNames()).filter(([, text]) => /Cleo(?!patra)|First title/.test(text)).map(([where]) => where)
  await expect.poll(current, { timeout: 60_000 }).toEqual([])
  for (const [where, text] of await shownNames()) expect(text, where).toContain('Second title')
  for (const text of await shownToModerators()) expect(text).toMatch(/^(?!.*Cleo(?!patra)).*Cleopatra/s)
  expect((await suite.call('DELETE', `/users/${cleo.id}`, { as: administrator })).status).toBe(200)
  const named = async () =>
    (await shownNames()).filter(([, text]) => text.includes('Cleopatra')).map(([where]) => where)
  await expect.poll(named, { timeout: 60_000 }).toEqual([])
  const isNamed = async () => (await shownToModerators()).some((text) => text.includes('Cleopatra'))
  await expect.poll(isNamed, { timeout: 60_000 }).toBe(false)
})

test.each([
  ['noncharacters', '\ufffe\uffff\ufdd0\u{1fffe}\u{10ffff}'],
  ['half a surrogate pair, or controls', '\ud800\udc00\ud83d\0\x08\x0b\x1b\x7f\x85'],
])('XML has no %s', (_, characters) => {
  const text = xmlText(`a${characters}<b>&"\t\n😀é`)
  expect(text).toMatch(/^a.?&lt;b&gt;&amp;&quot;\t\n😀é$/u)
  expect(text).not.toMatch(/[^\P{Cc}\t\n]|\p{Cs}|\p{Noncharacter_Code_Point}/u)
})

test('no title, body or name makes a feed unreadable', async () => {
  const { id } = await openThread(suite, ada, { title: 'a\ufffeb title', body: 'x\uffffy 😀' })
  const guest = browserOf(suite)
  for (const path of [`/threads/${id}/feed.atom`, '/sections/welcome/feed.atom', '/sitemap.xml']) {
    const { text } = await guest.get(path)
    expect(text, path).not.toMatch(/[\ufffe\uffff]/)
    expect(text, path).toMatch(path === '/sitemap.xml' ? /<sitemapindex/ : /ab title/)
  }
  expect((await guest.get(`/threads/${id}/feed.atom`)).text).toContain('xy 😀')
})
