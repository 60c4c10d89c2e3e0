import { Browser } from '@agora/testing/page-browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizationRequest, decide, registerClient, signedIn } from './client.ts'

/** The site has a public address, where a proxy terminates TLS. */
const address = 'https://community.example'
let suite: Suite
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway'], config: { site: { url: `${address}/` } } })
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

test('every cookie is for TLS only', async () => {
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
    expect.arrayContaining(['authorization', 'form', 'interaction', 'sid']),
  )
  for (const cookie of cookies) {
    expect(cookie.toLowerCase()).toMatch(/; secure(;|$)/)
    expect(cookie.toLowerCase()).toMatch(/; httponly(;|$)/)
    expect(cookie.toLowerCase()).toContain('; samesite=lax')
  }
})
