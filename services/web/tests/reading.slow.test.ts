import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread, replyTo, unchangedPages } from './support.ts'

let suite: Suite
let ada: Member
let ben: Member
beforeAll(async () => {
  suite = await sharedSite()
  ada = await suite.member('ada', { displayName: 'Ada Lovelace' })
  ben = await suite.member('ben', { displayName: 'بن' })
})
afterAll(() => suite?.close())

describe('every page', () => {
  test('has a content policy and a language, and runs nothing that is written into it', async () => {
    const thread = await openThread(suite, ada)
    const administrator = browserOf(suite, await suite.administrator())
    const paths = [
      '/',
      '/sections/welcome',
      '/sections/community',
      `/threads/${thread.id}`,
      `/posts/${thread.post}/revisions`,
      `/members/${ada.id}`,
      '/markup',
      '/preferences',
      '/reports',
      '/moderation',
      '/moderation/log',
      '/moderation/sanctions',
      '/moderation/bans',
      `/threads/${thread.id}/moderate`,
      `/threads/${thread.id}/reply`,
      '/sections/welcome/new',
      '/sections/welcome/roles',
      `/members/${ada.id}/sanction`,
      `/members/${ada.id}/ban`,
      `/posts/${thread.post}/edit`,
      `/posts/${thread.post}/hide`,
      `/posts/${thread.post}/report`,
      `/threads/${thread.id}/report`,
      '/nothing',
    ]
    for (const path of paths) {
      const { status, headers, text } = await administrator.get(path)
      expect([path, status]).toEqual([path, path === '/nothing' ? 404 : 200])
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(text.match(/<h1\b/g)).toHaveLength(1)
      expect(text).not.toMatch(/<style|<script(?! (?:type="module" )?src="\/static\/)| on[a-z]+="| style="/)
      expect(text).not.toMatch(/undefined|\[object/)
    }
  })

  test('costs a guest less than 40 kB with all that it loads', async () => {
    const thread = await openThread(suite, ada, { body: 'Words. '.repeat(200) })
    for (let index = 0; index < 19; index++) await replyTo(suite, ben, thread.id, 'More words. '.repeat(100))
    const guest = browserOf(suite, undefined, { 'accept-encoding': 'gzip, br' })
    const { text } = await guest.get(`/threads/${thread.id}`)
    const loaded = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(loaded.length).toBeGreaterThan(2)
    const sizes = await Promise.all(
      [`/threads/${thread.id}`, ...new Set(loaded)].map(async (path) => (await guest.get(path)).headers),
    )
    const total = sizes.reduce((sum, headers) => sum + Number(headers.get('content-length')), 0)
    expect(total).toBeLessThan(40_000)
  })

  test('is compressed for clients that accept it, with the same content', async () => {
    const plain = await fetch(`${suite.url}/markup`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await fetch(`${suite.url}/markup`, { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toBe(await plain.text())
    const [, file] = /href="(\/static\/pages[^"]+)"/.exec(await (await fetch(`${suite.url}/`)).text()) ?? []
    const sent = async (headers: Record<string, string>) => {
      const answer = await fetch(`${suite.url}${file}`, { headers })
      await answer.text()
      return answer
    }
    const refused = await sent({ 'accept-encoding': 'br;q=0, gzip;q=0.0' })
    const gzipped = await sent({ 'accept-encoding': 'br;q=0, gzip;q=0.5' })
    expect(refused.headers.get('content-encoding')).toBeNull()
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    const known = { 'if-none-match': gzipped.headers.get('etag') ?? '' }
    expect((await sent({ 'accept-encoding': 'identity', ...known })).status).toBe(200)
    expect((await sent({ 'accept-encoding': 'gzip', ...known })).status).toBe(304)
  })
})

describe('the pages and the API', () => {
  test('each answer in their own way for what does not exist', async () => {
    const guest = browserOf(suite)
    for (const path of [
      '/nothing',
      '/threads/nothing',
      '/sections/nothing',
      '/members/nothing',
      '/posts/nothing',
    ]) {
      const { status, text, headers } = await guest.get(path)
      expect([path, status]).toEqual([path, 404])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(text).toContain('There is nothing here')
    }
    for (const path of [
      '/api/v1/nothing',
      '/api/v1/forum/threads/nothing',
      '/oauth/nothing',
      '/internal/users/batch',
    ]) {
      const { status, text } = await guest.get(path)
      expect([path, status, typeof JSON.parse(text).error]).toEqual([path, 404, 'string'])
    }
  })

  test('are separate: the pages have no rights of their own', async () => {
    const guest = browserOf(suite)
    for (const path of ['/moderation', '/reports', '/moderation/bans'])
      expect((await guest.get(path)).status).toBe(401)
    const member = browserOf(suite, ada)
    for (const path of ['/moderation', '/moderation/log', '/moderation/bans', `/members/${ben.id}/ban`])
      expect([path, (await member.get(path)).status]).toEqual([path, 403])
    const { status } = await suite.call('GET', `${suite.urls.web[0]}/`)
    expect(status).toBe(401)
  })

  test('report a service that is down with a page', async () => {
    const [forum] = suite.processes.forum
    await forum?.stop()
    try {
      const { status, text } = await browserOf(suite).get('/')
      expect([status, text.includes('is not responding')]).toEqual([503, true])
      // An account is shown without what the service keeps of it.
      const account = await browserOf(suite, ada).get('/account')
      expect(account.status).toBe(200)
      expect(account.text).toContain('A part of this page cannot be shown at the moment.')
      expect(account.text).toContain('action="/account/emails"')
    } finally {
      await forum?.start()
    }
  })
})

describe('a thread', () => {
  test('shows what was written as text, whoever wrote it and whatever it is', async () => {
    const title = `<script>alert("x")</script> & "quotes" 'too'`
    const thread = await openThread(suite, ada, {
      title,
      body: '<img src=x onerror=alert(1)> **strong** ||hidden|| :smile:',
    })
    const { text } = await browserOf(suite).get(`/threads/${thread.id}`)
    expect(text).not.toMatch(/<script>|<img(?! class="avatar )/)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; <strong>strong</strong>')
    expect(text).toContain('<details class="mkt-spoiler"><summary>Spoiler</summary>hidden</details>')
    expect(text).toContain('<span role="img" aria-label="smile">')
    expect(text).toMatch(/<meta property="og:title" content="&lt;script&gt;/)
  })

  test('shows names as text as well', async () => {
    const eve = await suite.member('eve', { displayName: "'Eve' (x)" })
    const { id } = await openThread(suite, eve)
    const { text } = await browserOf(suite).get(`/threads/${id}`)
    expect(text).toContain('<bdi>&#39;Eve&#39; (x)</bdi>')
  })

  test('shows every post of a member by one picture of one address, loaded when it comes into view', async () => {
    const thread = await openThread(suite, ada)
    for (let post = 0; post < 3; post += 1)
      await suite.call('POST', `/forum/threads/${thread.id}`, { as: ada, body: { body: 'More' } })
    const { text } = await browserOf(suite).get(`/threads/${thread.id}`)
    const pictures = [...text.matchAll(/<img class="avatar [^>]*>/g)].map(([tag]) => tag)
    expect(pictures).toHaveLength(4)
    expect(new Set(pictures)).toEqual(
      new Set([`<img class="avatar " src="/api/v1/users/${ada.id}/avatar?size=96" alt="" loading="lazy">`]),
    )
  })

  test('asks for no picture of a member who was erased', async () => {
    const leaver = await suite.member('leaver')
    const thread = await openThread(suite, leaver)
    await replyTo(suite, ada, thread.id, 'Farewell')
    const body = { current_password: leaver.password }
    expect((await suite.call('DELETE', `/users/${leaver.id}`, { as: leaver, body })).status).toBe(200)
    await expect
      .poll(async () => (await browserOf(suite).get(`/threads/${thread.id}`)).text, { timeout: 20_000 })
      .toContain('<bdi>Deleted member</bdi>')
    const { text } = await browserOf(suite).get(`/threads/${thread.id}`)
    expect(text).toContain('<span class="avatar "></span>')
    expect([...text.matchAll(/\/users\/([^/]+)\/avatar/g)].map(([, id]) => id)).toEqual([ada.id])
  })

  test('has permanent addresses for its posts, and leads to what is new', async () => {
    const thread = await openThread(suite, ada, { title: 'Pages' })
    const posts = [thread.post]
    for (let index = 0; index < 24; index++)
      posts.push(await replyTo(suite, ben, thread.id, `Reply ${index}`))
    const guest = browserOf(suite)
    const at = async (path: string) => (await guest.get(path)).location?.replace(suite.url, '')
    expect(await at(`/posts/${posts[19]}`)).toBe(`/threads/${thread.id}/pages#post-${posts[19]}`)
    expect(await at(`/posts/${posts[20]}`)).toBe(`/threads/${thread.id}/pages?page=2#post-${posts[20]}`)
    expect(await at(`/threads/${thread.id}?page=99`)).toBe(`/threads/${thread.id}/pages?page=2`)
    const second = (await guest.get(`/threads/${thread.id}?page=2`)).text
    expect(second).toContain(`id="post-${posts[24]}"`)
    expect(second).not.toContain(`id="post-${posts[19]}"`)
    expect(second).toContain(`<link rel="canonical" href="/threads/${thread.id}/pages?page=2"/>`)

    const reader = browserOf(suite, ada)
    const unread = async () =>
      (await reader.get(`/threads/${thread.id}/unread`)).location?.replace(suite.url, '')
    expect(await unread()).toBe(`/threads/${thread.id}/pages#post-${posts[1]}`)
    expect((await reader.get('/sections/welcome')).text).toContain(`/threads/${thread.id}/unread`)
    await reader.get(`/threads/${thread.id}`)
    expect(await unread()).toBe(`/threads/${thread.id}/pages?page=2#post-${posts[20]}`)
    await reader.send('GET', `/threads/${thread.id}?page=2`, undefined, { 'sec-purpose': 'prefetch' })
    expect(await unread()).toBe(`/threads/${thread.id}/pages?page=2#post-${posts[20]}`)
    await reader.get(`/threads/${thread.id}?page=2`)
    expect(await unread()).toBe(`/threads/${thread.id}/pages?page=2#end`)
  })

  test('says in its history what each edit changed, on every page of it, and nothing of what is hidden', async () => {
    const { post } = await openThread(suite, ada, { body: 'Meet at **noon** <here>.' })
    const edit = async (content: string) => {
      const { items } = (await suite.call('GET', `/forum/posts/${post}?limit=100`, { as: ada })).body
        .revisions
      const body = { last_revision_id: items.at(-1).id, content, comment: null }
      expect((await suite.call('PATCH', `/forum/posts/${post}`, { as: ada, body })).status).toBe(200)
    }
    await edit('Meet at **dusk** <here>.')
    await edit('Meet at dusk <here>.')
    for (let hour = 1; hour <= 9; hour++) await edit(`Meet at ${hour} <here>.`)
    const guest = browserOf(suite)
    const { text } = await guest.get(`/posts/${post}/revisions`)
    expect(text).toContain('Meet at <del>noon</del><ins>dusk</ins> &lt;here&gt;.')
    expect(text).toContain('This edit changed no words')
    const second = await guest.get(`/posts/${post}/revisions?page=2`)
    expect(second.text).toContain('Meet at <del>7</del><ins>8</ins>')
    expect(second.text.match(/<article/g)).toHaveLength(2)

    const items = (await suite.call('GET', `/forum/posts/${post}?limit=100`)).body.revisions.items
    const hidden = await suite.call('DELETE', `/forum/posts/${post}`, {
      as: await suite.administrator(),
      body: { last_revision_id: items.at(-1).id },
    })
    expect(hidden.status).toBe(200)
    for (const page of ['', '?page=2'])
      expect((await guest.get(`/posts/${post}/revisions${page}`)).text).not.toContain('<ins>9')
  })

  test('leads up through the category from each page about a post', async () => {
    const { id, post } = await openThread(suite, ada, { title: 'Far below' })
    const browser = browserOf(suite, ada)
    for (const path of [`/posts/${post}/revisions`, `/posts/${post}/whole`, `/posts/${post}/edit`]) {
      const { text } = await browser.get(path)
      const crumbs = /<nav[^>]*class="crumbs".*?<\/nav>/s.exec(text)?.[0] ?? ''
      expect(
        [...crumbs.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
        path,
      ).toEqual(['/', '/sections/community', '/sections/welcome', `/posts/${post}`])
    }
    const reader = browserOf(suite, await suite.member('reader'))
    for (const path of [`/posts/${post}/report`, `/threads/${id}/report`])
      expect((await reader.get(path)).text, path).toContain('href="/sections/community"')
  })

  test('can be read only by those who may, once it is deleted', async () => {
    const administrator = await suite.administrator()
    const thread = await openThread(suite, ada, { title: 'Gone' })
    await suite.call('DELETE', `/forum/threads/${thread.id}`, { as: administrator, body: {} })
    expect((await browserOf(suite, ada).get(`/threads/${thread.id}`)).status).toBe(404)
    const { status, text } = await browserOf(suite, administrator).get(`/threads/${thread.id}`)
    expect([status, text.includes('This thread is deleted')]).toEqual([200, true])
  })
})

test('a member has a page with what they wrote', async () => {
  const fay = await suite.member('fay', { displayName: 'Fay' })
  const { id } = await openThread(suite, ada)
  await replyTo(suite, fay, id, 'Now you know.')
  const { text } = await browserOf(suite).get(`/members/${fay.id}`)
  expect(text).toContain('Now you know.')
  expect(text).toMatch(/<h1><bdi>Fay/)
})

describe('whatever is asked for', () => {
  test.each([
    '/threads/x?page=0',
    '/sections/welcome?page=-1',
    '/sections/welcome?page=1e9',
    '/sections/welcome?page=1&page=2',
    '/sections/welcome?page[]=2',
    '/%E0%A4%A',
    '/posts/%00',
    `/members/${'x'.repeat(5_000)}`,
    '/preferences?saved[]=1',
    '/static/..%2fpackage.json',
    '/static/site.css',
  ])('is a page or a refusal, never a failure: %s', async (path) => {
    const { status } = await browserOf(suite, ada).get(path)
    expect(status).toBeLessThan(500)
  })
})

test('what a page does not read is no part of its address, and makes no second page', async () => {
  const guest = browserOf(suite)
  for (const [asked, plain] of [
    ['/markup?x=1', '/markup'],
    ['/?page=2', '/'],
    ['/sections/welcome?x=1&page=1&x=2', '/sections/welcome?page=1'],
    ['/search?q=a%26b&utm_source=c', '/search?q=a%26b'],
    ['/robots.txt?x', '/robots.txt'],
  ] as const) {
    const answer = await guest.get(asked)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, plain])
    expect((await guest.get(plain)).status).toBe(200)
  }
  // Never to another site.
  for (const path of ['//evil.example/?x', '//evil.example?x', '/%5cevil.example/?x'])
    expect([400, 404]).toContain((await guest.get(suite.url + path)).status)
})

test('what names the origin of its request, since none is configured, is kept for nobody else', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml', '/feed.atom'])
    expect((await browserOf(suite).get(path)).headers.get('cache-control'), path).toBe('private, no-cache')
})

test('a reader chooses language and zone', async () => {
  await openThread(suite, ada)
  const french = browserOf(suite, undefined, { 'accept-language': 'de, fr-CH;q=0.9, en;q=0.5' })
  expect((await french.get('/')).text).toContain('<html lang="fr">')
  const browser = browserOf(suite)
  const chosen = await browser.post('/preferences', { lang: 'fr', zone: 'Pacific/Auckland' })
  expect([chosen.status, chosen.location]).toEqual([303, `${suite.url}/preferences?saved=1`])
  const { text } = await browser.get('/sections/welcome')
  expect(text).toContain('<html lang="fr">')
  expect(text).toMatch(/<time datetime="[^"]+" title="[^"]*\(Pacific\/Auckland\)">/)
  const back = await browser.post('/preferences/language', { lang: 'en', next: '//evil.example' })
  expect(back.location).toBe(`${suite.url}/`)
  expect((await browser.get('/')).text).toContain('<html lang="en">')
  await browser.post('/preferences', { lang: 'xx', zone: 'Nowhere; Domain=evil' })
  expect((await browser.get('/')).text).toContain('<html lang="en">')
})

describe('a page that guests read again', () => {
  test('is rendered again as soon as anything on it has changed, and only then', async () => {
    const { id } = await openThread(suite, ada, { title: 'Kept for a while' })
    const guest = browserOf(suite)
    const path = `/threads/${id}`
    const first = (await guest.get(path)).text
    const before = await unchangedPages(suite)
    // The gateway caches the page for a second, and then requests it again.
    const patience = { timeout: 10_000 }
    await expect
      .poll(
        async () => [(await guest.get(path)).text === first, (await unchangedPages(suite)) > before],
        patience,
      )
      .toEqual([true, true])
    await replyTo(suite, ada, id, 'Something new.')
    await expect.poll(async () => (await guest.get(path)).text, patience).toContain('Something new.')
  })

  test('is never a member’s, nor one in another language or zone', async () => {
    const { id } = await openThread(suite, ada, { title: 'Whose page' })
    const path = `/threads/${id}`
    const texts = []
    for (let round = 0; round < 2; round++) {
      const french = browserOf(suite, undefined, { 'accept-language': 'fr' })
      const elsewhere = browserOf(suite)
      elsewhere.cookies.set('tz /', { name: 'tz', value: 'Asia.Tokyo', path: '/' })
      const all = [browserOf(suite), french, elsewhere, browserOf(suite, ada)]
      texts.push(await Promise.all(all.map(async (browser) => (await browser.get(path)).text)))
    }
    for (const [guest = '', french = '', elsewhere = '', member = ''] of texts) {
      expect(guest).toContain('Sign in to reply')
      expect(french).toContain('lang="fr"')
      expect(elsewhere).toContain('(Asia/Tokyo)')
      expect([guest, french, elsewhere].some((text) => text.includes('/leave'))).toBe(false)
      expect(member).toContain('/leave')
    }
  })
})
