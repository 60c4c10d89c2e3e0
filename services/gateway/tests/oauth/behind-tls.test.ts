import { Browser } from '@agora/testing/page-browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizationRequest, decide, registerClient, signedIn } from './client.ts'

/** The site has a public address, where a proxy terminates TLS. */
const address = 'https://community.example'
let suite: Suite
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'web'], config: { site: { url: `${address}/` } } })
})
afterAll(() => suite?.close())

test('metadata and answers contain the configured address, whatever address a request was sent to', async () => {
  const { body } = await suite.call('GET', '//.well-known/oauth-authorization-server')
  expect([body.issuer, body.token_endpoint]).toEqual([address, `${address}/oauth/token`])
  const client = await registerClient(suite, 'notes')
  const { username, password } = await suite.member('alice')
  const browser = await signedIn(suite.url, username, password)
  expect((await decide(browser, authorizationRequest(client, 'base').path)).get('iss')).toBe(address)
})

test('every cookie is for TLS only, and those that prove something are out of reach of other hosts', async () => {
  const client = await registerClient(suite, 'notes')
  const { username, password } = await suite.member('bob')
  const browser = new Browser(suite.url)
  const pages = [
    await browser.get('/sign-in'),
    await browser.submit('/sign-in', { login: username, password }),
    await browser.get(authorizationRequest(client, 'base').path),
  ]
  const cookies = pages.flatMap(({ headers }) => headers.getSetCookie())
  expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual(
    expect.arrayContaining(['__Host-form', '__Host-sid', 'authorization', 'interaction']),
  )
  for (const cookie of cookies) {
    expect(cookie.toLowerCase()).toMatch(/; secure(;|$)/)
    expect(cookie.toLowerCase()).toMatch(/; httponly(;|$)/)
    expect(cookie.toLowerCase()).toContain('; samesite=lax')
    if (!cookie.startsWith('__Host-')) continue
    expect(cookie).toContain('; Path=/;')
    expect(cookie.toLowerCase()).not.toContain('domain=')
  }
})

test('a session’s cookie that another host of the domain has planted is none', async () => {
  const [member, mallory] = [await suite.member('carol'), await suite.member('mallory')]
  const [own, foreign] = [member, mallory].map(({ headers }) => headers.cookie?.split('=')[1] ?? '')
  const self = async (cookie: string) => (await suite.call('GET', '/auth/self', { headers: { cookie } })).body
  expect(await self(`sid=${foreign}`)).toMatchObject({ type: 'Guest' })
  for (const cookie of [`sid=${foreign}; __Host-sid=${own}`, `__Host-sid=${own}; sid=${foreign}`])
    expect(await self(cookie)).toMatchObject({ type: 'User', user: { id: member.id } })
  const signOut = await suite.call('DELETE', '/auth/self', { as: member })
  expect(signOut.headers.getSetCookie()[0]).toMatch(/^__Host-sid=; Max-Age=0; Path=\/; HttpOnly; Secure/)
})
