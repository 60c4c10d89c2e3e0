import { Browser, hiddenFields, type Page } from '@agora/testing/page-browser'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizationRequest, registerClient, signedIn } from '../../../gateway/tests/oauth/client.ts'

let suite: Suite
let alice: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'web'] })
  alice = await suite.member('alice')
})
afterAll(() => suite?.close())

const signInAs = (browser: Browser, over: Record<string, string> = {}) =>
  browser.submit('/sign-in', { login: alice.username, password: alice.password, ...over })

function expectGuarded({ headers, status }: Page) {
  const policy = (headers.get('content-security-policy') ?? '').split('; ')
  expect([status, policy]).toEqual([
    status,
    [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ],
  ])
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
}

describe('every page', () => {
  test('has a content policy, is neither cached nor framed, and has a language and a title', async () => {
    const client = await registerClient(suite, 'notes')
    const browser = await signedIn(suite.url, alice.username, alice.password)
    const consent = (await browser.get(authorizationRequest(client, 'base').path)).location!
    const guest = new Browser(suite.url)
    const pages = await Promise.all([
      guest.get('/sign-in'),
      guest.get('/register'),
      guest.get('/consent/nothing'),
      guest.get('/oauth/authorize'),
      guest.post('/sign-in', { login: 'nobody', password: 'wrong' }),
      guest.send('POST', '/sign-in', '{}', { 'content-type': 'application/json' }),
      guest.send('POST', '/register'),
      guest.post('/register', { username: 'x'.repeat(70_000) }),
      browser.get('/'),
      browser.get('/sign-in'),
      browser.get(consent),
      browser.submit(consent, { decision: 'neither' }),
      browser.submit(consent, { decision: 'allow' }),
    ])
    for (const page of pages) {
      expectGuarded(page)
      expect(page.text).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(page.text).toMatch(/<title>[^<]+<\/title>/)
      expect(page.text).not.toMatch(/<style|<script(?! (type="module" )?src=)| on[a-z]+=| style=/)
    }
  })

  test('loads files that never change under their address', async () => {
    const browser = await signedIn(suite.url, alice.username, alice.password)
    const [, style] = /<link rel="stylesheet" href="([^"]+)"\/>/.exec((await browser.get('/')).text)!
    const file = await browser.get(style!)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const again = await browser.send('GET', style!, undefined, { 'if-none-match': file.headers.get('etag')! })
    expect([again.status, again.text]).toEqual([304, ''])
    for (const path of ['/static/house.css', '/static/..%2fpackage.json', `${style}x`, '/static/__proto__'])
      expect((await browser.get(path)).status).toBe(404)
  })
})

describe('signing in', () => {
  test('opens a session that the API accepts, and continues to where it was asked to', async () => {
    const browser = new Browser(suite.url)
    const page = await signInAs(browser, { next: '/signed-out?x=1#y' })
    expect([page.status, page.location]).toEqual([303, `${suite.url}/signed-out?x=1#y`])
    const header = page.headers.getSetCookie().find((cookie) => cookie.startsWith('sid='))!
    expect(header).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const self = await browser.get('/api/v1/auth/self')
    expect(JSON.parse(self.text).type).toBe('User')
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nset-cookie: x=y',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/\0',
    '',
  ])('never leads away from this site: %j', async (next) => {
    const page = await signInAs(new Browser(suite.url), { next })
    expect([page.status, page.location]).toEqual([303, `${suite.url}/`])
    const shown = await new Browser(suite.url).get(`/sign-in?${new URLSearchParams({ next })}`)
    expect(hiddenFields(shown.text).next).toBe('/')
    // The frame's form leads back to this very page, as it was asked for.
    expect(/<main[\s\S]*<\/main>/.exec(shown.text)?.[0]).not.toContain('evil.example')
  })

  test.each(['/%2f/evil.example', '/consent/x?y=//z', '/a%0d%0ab', '/é'])(
    'leads to any path of this site: %j',
    async (next) => {
      const page = await signInAs(new Browser(suite.url), { next })
      expect(new URL(page.location!).origin).toBe(suite.url)
      expect(page.location).toBe(new URL(next, suite.url).href)
    },
  )

  test('says what was wrong, keeps the login and never the password', async () => {
    const page = await signInAs(new Browser(suite.url), { password: 'wrong "<b>' })
    expect(page.status).toBe(401)
    expect(page.text).toMatch(/role="alert"[^>]*><p>The login or the password/)
    expect(page.text).toMatch(/name="login"[^>]*value="alice"/)
    expect(page.text).not.toContain('wrong')
    const empty = await signInAs(new Browser(suite.url), { login: '' })
    expect([empty.status, empty.text.includes('Enter your username')]).toEqual([422, true])
    const odd = await signInAs(new Browser(suite.url), { login: '"><script>\0' })
    expect([odd.status, odd.text.includes('<script>')]).toEqual([422, false])
  })

  test('tells a banned member so', async () => {
    const banned = await suite.member('banned')
    const administrator = await suite.administrator()
    await suite.call('PUT', `/users/${banned.id}/ban`, { as: administrator, body: { reason: 'x' } })
    const page = await signInAs(new Browser(suite.url), { login: 'banned', password: banned.password })
    expect([page.status, page.text.includes('This account is banned')]).toEqual([403, true])
    expect(page.headers.getSetCookie().join()).not.toContain('sid=')
  })
})

describe('the language of a page', () => {
  test('is the chosen one, or the first available one that the browser asks for, or English', async () => {
    const titleFor = async (headers: Record<string, string>, cookie?: string) => {
      const browser = new Browser(suite.url, headers)
      if (cookie) browser.cookies.set('lang /', { name: 'lang', value: cookie, path: '/' })
      const { text } = await browser.get('/sign-in')
      return [/<html lang="(\w+)"/.exec(text)?.[1], /<h1><bdi>([^<]*)</.exec(text)?.[1]]
    }
    expect(await titleFor({})).toEqual(['en', 'Sign in'])
    expect(await titleFor({ 'accept-language': 'de, fr-CA;q=0.9, en;q=0.5' })).toEqual(['fr', 'Se connecter'])
    expect(await titleFor({ 'accept-language': 'en' }, 'fr')).toEqual(['fr', 'Se connecter'])
    expect(await titleFor({ 'accept-language': 'en' }, '../fr')).toEqual(['en', 'Sign in'])
  })

  test('applies to a refusal, too', async () => {
    const browser = new Browser(suite.url, { 'accept-language': 'fr' })
    const page = await browser.submit('/sign-in', { login: 'nobody', password: 'wrong' })
    expect([page.status, page.text.includes('Le nom ou le mot de passe')]).toEqual([401, true])
  })
})

describe('registering', () => {
  const filled = { username: 'newcomer', display_name: 'New <comer>', password: 'long enough' }

  test('makes a member, signed in', async () => {
    const browser = new Browser(suite.url)
    const page = await browser.submit('/register?next=/signed-out', { ...filled, display_name: 'New (one)' })
    expect([page.status, page.location]).toEqual([303, `${suite.url}/signed-out`])
    expect((await browser.get('/sign-in')).text).toContain('signed in as <strong>New (one)</strong>')
  })

  test.each([
    [409, 'already in use', { username: 'alice' }],
    [422, 'The username must be', { username: 'Alice' }],
    [422, 'The display name must be', {}],
    [422, 'The password must be', { display_name: 'New', password: 'short' }],
    [422, 'Enter an email address', { display_name: 'New', email: 'nowhere' }],
  ])('answers %d and tells what to do: %s', async (status, words, over) => {
    const page = await new Browser(suite.url).submit('/register', {
      ...filled,
      ...(status === 409 ? { display_name: 'New' } : {}),
      ...over,
    })
    expect([page.status, page.text.includes(words)]).toEqual([status, true])
    expect(page.text).toContain('aria-invalid="true"')
    expect(page.text).not.toContain('<comer>')
  })
})

describe('another site', () => {
  const fields = () => ({ login: alice.username, password: alice.password })

  test('signs nobody in: not without the form’s token, not with another browser’s', async () => {
    const browser = new Browser(suite.url)
    expect((await browser.post('/sign-in', fields())).status).toBe(403)
    await browser.get('/sign-in')
    expect((await browser.post('/sign-in', fields())).status).toBe(403)
    const foreign = hiddenFields((await new Browser(suite.url).get('/sign-in')).text)
    const page = await browser.post('/sign-in', { ...fields(), ...foreign })
    expect([page.status, page.text.includes('open for too long')]).toEqual([403, true])
    // The page that says so has a form that works.
    const again = await browser.post('/sign-in', { ...hiddenFields(page.text), ...fields() })
    expect(again.status).toBe(303)
  })

  test('signs nobody in from its own origin, even with the token', async () => {
    const browser = new Browser(suite.url)
    const hidden = hiddenFields((await browser.get('/sign-in')).text)
    for (const origin of ['https://evil.example', 'null', `${suite.url}.evil.example`]) {
      const page = await browser.post('/sign-in', { ...hidden, ...fields() }, { origin })
      expect([page.status, page.headers.getSetCookie()]).toEqual([403, []])
    }
  })

  test('can neither sign anybody out nor give consent', async () => {
    const client = await registerClient(suite, 'other')
    const browser = await signedIn(suite.url, alice.username, alice.password)
    const consent = (await browser.get(authorizationRequest(client, 'base').path)).location!
    const own = hiddenFields((await browser.get(consent)).text)
    expect((await browser.post('/sign-out', {})).status).toBe(403)
    expect((await browser.post(consent, { decision: 'allow' })).status).toBe(403)
    const foreign = await browser.post(
      consent,
      { decision: 'allow', ...own },
      { origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(403)
    expect((await browser.get('/sign-in')).text).toContain('You are signed in')
    expect((await browser.post(consent, { decision: 'allow', ...own })).status).toBe(200)
  })

  test('cannot make one member answer what another was asked', async () => {
    const client = await registerClient(suite, 'other')
    const browser = await signedIn(suite.url, alice.username, alice.password)
    const consent = (await browser.get(authorizationRequest(client, 'base').path)).location!
    const bob = await suite.member('bob')
    const bobs = await signedIn(suite.url, 'bob', bob.password)
    expect((await bobs.get(consent)).text).toContain('This request has expired')
    await signInAs(browser, { login: 'bob', password: bob.password })
    expect((await browser.get(consent)).text).toContain('This request has expired')
  })
})

test('signing out ends the session itself', async () => {
  const browser = await signedIn(suite.url, alice.username, alice.password)
  const sid = [...browser.cookies.values()].find(({ name }) => name === 'sid')!.value
  const page = await browser.fill('/', '/leave')
  expect([page.status, page.location]).toEqual([303, `${suite.url}/signed-out`])
  const self = await suite.call('GET', '/auth/self', { headers: { cookie: `sid=${sid}` } })
  expect(self.body.type).toBe('Guest')
})
