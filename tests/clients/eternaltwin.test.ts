import type { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import { basic, bearer, type Member, type Suite } from '@agora/testing/suite'
import { $AuthContext } from '@eternal-twin/core/auth/auth-context'
import { $OauthAccessToken } from '@eternal-twin/core/oauth/oauth-access-token'
import { $ShortUser } from '@eternal-twin/core/user/short-user'
import { JSON_VALUE_READER } from 'kryo-json/json-value-reader'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, registerClient, signedIn } from '../../services/gateway/tests/oauth/client.ts'
import { answered } from './callback.ts'

let suite: Suite
let alice: Member
let browser: Browser
let client: Client
beforeAll(async () => {
  suite = await sharedSite()
  alice = await suite.member('alice', { displayName: 'Alizarin' })
  browser = await signedIn(suite.url, alice.username, alice.password)
  client = await registerClient(suite, 'game', { pkce: 'optional' })
})
afterAll(() => suite?.close())

/** Their clients' authorization request: no PKCE, an empty scope, and a parameter of their own. */
async function code(): Promise<string> {
  const request = new URL('/oauth/authorize', suite.url)
  request.search = new URLSearchParams({
    access_type: 'offline',
    response_type: 'code',
    redirect_uri: client.callback,
    client_id: client.key,
    scope: '',
    state: 'opaque',
    // Asked again each time, so that each way below begins alike.
    prompt: 'consent',
  }).toString()
  return (await answered(browser, request, client.callback)).searchParams.get('code')!
}

const json = { 'content-type': 'application/json' }
const both = () => ({ client_id: client.key, client_secret: client.secret })
const header = () => basic(client.key, client.secret).headers

test.each([
  ['JavaScript: the secret in the header and in a form', header, both, 'form'],
  ['Python: the secret in the header and in JSON', header, both, 'json'],
  ['PHP: the secret in a form alone', () => ({}), both, 'form'],
  ['by the header alone, in JSON', header, () => ({}), 'json'],
] as const)('a game signs somebody in as their clients do: %s', async (_what, headers, fields, kind) => {
  const request = {
    ...fields(),
    redirect_uri: client.callback,
    code: await code(),
    grant_type: 'authorization_code',
  }
  const body = kind === 'json' ? JSON.stringify(request) : new URLSearchParams(request)
  const response = await fetch(`${suite.url}/oauth/token`, {
    method: 'POST',
    headers: { ...headers(), ...(kind === 'json' ? json : {}) },
    body,
  })
  const answer = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  const tokens = $OauthAccessToken.read(JSON_VALUE_READER, answer)
  expect(tokens.expiresIn).toBe(3600)
  const self = await suite.call('GET', '/auth/self', { as: bearer(tokens.accessToken) })
  expect($AuthContext.read(JSON_VALUE_READER, self.body)).toMatchObject({
    client: { key: client.key },
    user: { id: alice.id, displayName: { current: { value: 'Alizarin' } } },
  })
})

test('their readers take our answers: who one is, members, and a search for them', async () => {
  const contexts = [
    await suite.call('GET', '/auth/self'),
    await suite.call('GET', '/auth/self', { as: alice }),
    await suite.call('GET', '/auth/self', { as: basic(client.key, client.secret) }),
  ]
  for (const { body } of contexts) expect($AuthContext.read(JSON_VALUE_READER, body)).toBeDefined()
  const found = await suite.call('GET', '/users?q=alizar', { as: alice })
  expect(found.body.items.map((item: unknown) => $ShortUser.read(JSON_VALUE_READER, item))).toMatchObject([
    { id: alice.id },
  ])
})
