import type { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import { bearer, type Member, type Suite } from '@agora/testing/suite'
import OAuth2Strategy from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerClient, signedIn } from '../../services/gateway/tests/oauth/client.ts'
import { answered } from './callback.ts'

let suite: Suite
let alice: Member
let browser: Browser
beforeAll(async () => {
  suite = await sharedSite()
  alice = await suite.member('alice')
  browser = await signedIn(suite.url, alice.username, alice.password)
})
afterAll(() => suite?.close())

/** What passport makes of a strategy for one request. */
function authenticated(
  strategy: OAuth2Strategy,
  address?: URL,
): Promise<{ user?: unknown; location?: string }> {
  return new Promise((resolve, reject) => {
    const outcome = {
      success: (user: unknown) => resolve({ user }),
      redirect: (location: string) => resolve({ location }),
      fail: (info: unknown) => reject(new Error(`failed: ${JSON.stringify(info)}`)),
      error: reject,
    }
    const request = { query: Object.fromEntries(address?.searchParams ?? []), session: {} }
    Object.assign(Object.create(strategy), outcome).authenticate(request, { state: 'opaque' })
  })
}

test('passport-oauth2 signs in', async () => {
  const client = await registerClient(suite, 'passport', { pkce: 'optional' })
  const settings = {
    authorizationURL: `${suite.url}/oauth/authorize`,
    tokenURL: `${suite.url}/oauth/token`,
    clientID: client.key,
    clientSecret: client.secret,
    callbackURL: client.callback,
    scope: ['base', 'openid'],
  }
  const strategy = new OAuth2Strategy(
    settings,
    (access: string, refresh: string, _profile: unknown, done: (error: unknown, user: unknown) => void) =>
      done(null, { access, refresh }),
  )
  const { location } = await authenticated(strategy)
  const { user } = await authenticated(strategy, await answered(browser, location!, client.callback))
  const { access } = user as { access: string }
  expect((await suite.call('GET', '//oauth/userinfo', { as: bearer(access) })).body.sub).toBe(alice.id)
})

test.each(['header', 'body'] as const)('simple-oauth2 signs in with its secret in the %s', async (way) => {
  const client = await registerClient(suite, `simple_${way}`, { pkce: 'optional' })
  const simple = new AuthorizationCode({
    client: { id: client.key, secret: client.secret },
    auth: {
      tokenHost: suite.url,
      tokenPath: '/oauth/token',
      revokePath: '/oauth/revoke',
      authorizePath: '/oauth/authorize',
    },
    options: { authorizationMethod: way },
  })
  const redirect_uri = client.callback
  const request = simple.authorizeURL({ redirect_uri, scope: 'base', state: 'opaque' })
  const back = await answered(browser, request, client.callback)
  const tokens = await simple.getToken({ code: back.searchParams.get('code')!, redirect_uri })
  const renewed = await tokens.refresh()
  const self = (token: unknown) => suite.call('GET', '/auth/self', { as: bearer(String(token)) })
  expect((await self(renewed.token.access_token)).body.type).toBe('AccessToken')
  await renewed.revokeAll()
  expect((await self(renewed.token.access_token)).body.type).toBe('Guest')
})
