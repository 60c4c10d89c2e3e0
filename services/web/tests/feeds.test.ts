import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, openThread, replyTo, startPages } from './support.ts'

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

test('search engines find what everybody may read', async () => {
  const { id } = await openThread(suite, ada)
  const guest = browserOf(suite)
  expect((await guest.get('/robots.txt')).text).toContain('Sitemap: https://forum.example/sitemap.xml')
  const { text } = await guest.get('/sitemap.xml')
  expect(texts(text, 'loc')).toEqual(
    expect.arrayContaining([
      'https://forum.example/',
      'https://forum.example/sections/welcome',
      `https://forum.example/threads/${id}`,
    ]),
  )
  expect((await guest.get(`/threads/${id}/report`)).text).toContain('<meta name="robots" content="noindex"/>')
})
