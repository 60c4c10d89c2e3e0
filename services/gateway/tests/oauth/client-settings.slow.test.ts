import type { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import { type Answer, basic, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes, authorizationRequest, type Client, decide, obtainCode, signedIn } from './client.ts'

let suite: Suite
let alice: Browser
beforeAll(async () => {
  suite = await sharedSite()
  const { username, password } = await suite.member('alice')
  alice = await signedIn(suite.url, username, password)
})
afterAll(() => suite?.close())

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex')
const settings = (name: string, over: object = {}) => ({
  display_name: 'A game',
  app_uri: `https://${name}.example/`,
  callback_uri: `https://${name}.example/callback`,
  secret: hex(`${name} has a sécret`),
  allowed_scopes: allScopes,
  ...over,
})
const internal = () => ({ 'svc-internal-auth': suite.secrets.internalKey })
const register = (name: string, over: object = {}) =>
  suite.call('POST', '/oauth_clients', {
    headers: internal(),
    body: { key: `${name}@clients`, ...settings(name, over) },
  })
const read = (name: string) => suite.call('GET', `/oauth_clients/${name}@clients`, { headers: internal() })

/** A client as the helpers know it. */
async function registered(name: string, over: object = {}): Promise<Client> {
  const { status, body, text } = await register(name, over)
  if (status !== 200) throw new Error(text)
  const isPublic = body.public === true
  return { id: body.id, key: body.key, secret: `${name} has a sécret`, isPublic, callback: body.callback_uri }
}

async function token(body: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${suite.url}/oauth/token`, { method: 'POST', headers, body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}
const json = { 'content-type': 'application/json' }
const grant = (code: string, client: Client, verifier?: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: client.callback,
  ...(verifier === undefined ? {} : { code_verifier: verifier }),
})

describe('the settings of a client', () => {
  test('are told to whoever may register it, without its secret', async () => {
    const callback_uris = ['https://told.example/callback', 'https://staging.told.example/callback']
    const { callback_uri: _, ...rest } = settings('told', { callback_uris, pkce: 'optional' })
    const made = await suite.call('POST', '/oauth_clients', {
      headers: internal(),
      body: { key: 'told@clients', ...rest },
    })
    expect([made.status, Object.keys(made.body)]).toEqual([
      200,
      ['type', 'id', 'key', 'display_name', 'app_uri', 'callback_uri', 'owner'],
    ])
    const { status, body } = await read('told')
    expect([status, body]).toEqual([
      200,
      { ...made.body, allowed_scopes: allScopes, callback_uris, pkce: 'optional', is_public: false },
    ])
    expect((await suite.call('GET', '/oauth_clients/told@clients')).status).toBe(401)
    expect((await read('unheard_of')).body).toEqual({ error: 'client not found' })
  })

  test('keep the secret that a PUT does not name', async () => {
    const client = await registered('kept')
    const as = await suite.administrator()
    const { secret: _, ...rest } = settings('kept', { display_name: 'Renamed' })
    const put = (body: object) => suite.call('PUT', '/oauth_clients/kept@clients', { as, body })
    expect((await put(rest)).status).toBe(200)
    const self = await suite.call('GET', '/auth/self', { as: basic(client.key, client.secret) })
    expect(self.body.client.display_name).toBe('Renamed')
    const fresh = await suite.call('PUT', '/oauth_clients/fresh_one@clients', { as, body: rest })
    expect([fresh.status, fresh.body.error]).toEqual([422, 'invalid `secret`: is required'])
  })

  test.each([
    ['a callback with a fragment', { callback_uri: 'https://x.example/#a' }, 'callback_uri'],
    ['an empty fragment', { callback_uri: 'https://x.example/#' }, 'callback_uri'],
    ['no callback', { callback_uri: undefined }, 'callback_uri'],
    ['an empty list', { callback_uris: [] }, 'callback_uris'],
    [
      'eleven',
      { callback_uris: Array.from({ length: 11 }, (_, at) => `https://x.example/${at}`) },
      'callback_uris',
    ],
    ['a list that begins with another', { callback_uris: ['https://x.example/b'] }, 'callback_uris'],
    ['a private scheme of a confidential client', { callback_uri: 'com.example.game:/cb' }, 'callback_uri'],
    [
      'http at a name of the loopback address',
      {
        callback_uris: ['com.example.game:/cb', 'http://localhost/cb'],
        callback_uri: undefined,
        secret: undefined,
        public: true,
      },
      'callback_uris',
    ],
    ['a scheme without a dot', { callback_uri: 'game:/cb', secret: undefined, public: true }, 'callback_uri'],
    ['a script', { callback_uri: 'javascript.alert:1#', secret: undefined, public: true }, 'callback_uri'],
    ['no PKCE for a public client', { pkce: 'optional', secret: undefined, public: true }, 'pkce'],
    ['an unknown PKCE', { pkce: 'never' }, 'pkce'],
    [
      'a public client by one word and none by the other',
      { public: false, token_endpoint_auth_method: 'none' },
      'token_endpoint_auth_method',
    ],
    ['callbacks as text', { callback_uris: 'https://x.example/' }, 'callback_uris'],
  ])('%s is a 422 that names the field', async (_what, over, field) => {
    const { status, body } = await register('refused', over)
    expect([status, body.error]).toEqual([422, expect.stringContaining(field)])
  })
})

describe('a confidential client that does without PKCE', () => {
  test('signs members in; one that sends a challenge must still meet it', async () => {
    const client = await registered('without', { pkce: 'optional' })
    const none = { code_challenge: null, code_challenge_method: null }
    const { code } = await obtainCode(alice, client, 'base', none)
    const answer = await token(
      new URLSearchParams(grant(code, client)),
      basic(client.key, client.secret).headers,
    )
    expect(answer.body).toMatchObject({ token_type: 'Bearer', scope: 'base' })

    const challenged = await obtainCode(alice, client, 'base')
    const wrong = await token(
      new URLSearchParams(grant(challenged.code, client)),
      basic(client.key, client.secret).headers,
    )
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant'])

    // Somebody has taken the challenge out of the request on its way (RFC 9700, section 4.8).
    const { code: stripped } = await obtainCode(alice, client, 'base', none)
    const downgraded = await token(
      new URLSearchParams(grant(stripped, client, 'v'.repeat(43))),
      basic(client.key, client.secret).headers,
    )
    expect([downgraded.status, downgraded.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('is one of those that say so: others need it', async () => {
    const client = await registered('within')
    const { path } = authorizationRequest(client, 'base', {
      code_challenge: null,
      code_challenge_method: null,
    })
    const refused = await alice.get(path)
    expect(new URL(refused.location ?? '').searchParams.get('error')).toBe('invalid_request')
  })
})

describe('the token endpoint', () => {
  let client: Client
  beforeAll(async () => {
    client = await registered('speaks')
  })
  const login = () => ({ client_id: client.key, client_secret: client.secret })

  test('takes the secret in the body, as a form or as JSON, and beside HTTP Basic', async () => {
    const fields = { grant_type: 'client_credentials' }
    const answers = await Promise.all([
      token(new URLSearchParams({ ...fields, ...login() })),
      token(JSON.stringify({ ...fields, ...login() }), json),
      token(JSON.stringify({ ...fields, scope: null }), {
        ...json,
        ...basic(client.key, client.secret).headers,
      }),
      token(new URLSearchParams({ ...fields, ...login() }), basic(client.key, client.secret).headers),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test.each([
    [
      'a wrong secret',
      () => token(new URLSearchParams({ grant_type: 'client_credentials', ...login(), client_secret: 'no' })),
      401,
    ],
    [
      'two secrets',
      () =>
        token(`grant_type=client_credentials&client_id=${client.key}&client_secret=a&client_secret=b`, {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      401,
    ],
    [
      'a secret that is a list',
      () =>
        token(
          JSON.stringify({ grant_type: 'client_credentials', ...login(), client_secret: [client.secret] }),
          json,
        ),
      400,
    ],
    ['a list', () => token('[]', json), 400],
    ['nothing', () => token('', json), 400],
    ['broken JSON', () => token('{"grant_type":', json), 400],
    ['text', () => token('grant_type=client_credentials', { 'content-type': 'text/plain' }), 400],
  ])('refuses %s', async (_what, send, status) => {
    const answer = await send()
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

test('a revocation is answered by nothing, and as JSON to a client that asks for it', async () => {
  const client = await registered('revoking')
  const revoke = async (accept: string) => {
    const { headers } = basic(client.key, client.secret)
    const body = new URLSearchParams({ token: 'unheard of' })
    const answer = await fetch(`${suite.url}/oauth/revoke`, {
      method: 'POST',
      headers: { ...headers, accept },
      body,
    })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0], await answer.text()]
  }
  expect(await revoke('*/*')).toEqual([200, 'text/plain', ''])
  expect(await revoke('application/json')).toEqual([200, 'application/json', '{}'])
})

describe('callbacks', () => {
  test('are any of those registered, and the same at the token endpoint', async () => {
    const staging = 'https://staging.many.example/callback'
    const client = await registered('many', { callback_uris: ['https://many.example/callback', staging] })
    const { code, verifier } = await obtainCode(alice, client, 'base', { redirect_uri: staging })
    const exchange = (redirect: string) =>
      token(
        new URLSearchParams(grant(code, { ...client, callback: redirect }, verifier)),
        basic(client.key, client.secret).headers,
      )
    expect((await exchange(staging)).status).toBe(200)
    const another = await obtainCode(alice, client, 'base', { redirect_uri: staging })
    const elsewhere = await token(
      new URLSearchParams(grant(another.code, client, another.verifier)),
      basic(client.key, client.secret).headers,
    )
    expect(elsewhere.body.error).toBe('invalid_grant')
  })

  test.each([
    'https://evil.example/',
    'https://EXACT.example/callback',
    'https://exact.example/Callback',
    'https://exact.example/callback/',
    'https://exact.example/./callback',
    'https://exact.example:443/callback',
    'https://exact.example/%63allback',
    'https://exact.example/callback?',
    ' https://exact.example/callback',
  ])('are compared letter by letter: not %j', async (redirect_uri) => {
    const client = await registered('exact', { callback_uri: 'https://exact.example/callback' })
    const right = authorizationRequest(client, 'base', {})
    expect((await alice.get(right.path)).status).toBeLessThan(400)
    const wrong = authorizationRequest(client, 'base', { redirect_uri })
    const refused = await alice.get(wrong.path)
    expect([refused.status, refused.location]).toEqual([400, undefined])
  })

  test('of a native application are on any port of the loopback address, or under its own scheme', async () => {
    const client = await registered('native', {
      callback_uris: ['http://127.0.0.1/back', 'http://[::1]/back', 'com.example.game:/back'],
      callback_uri: undefined,
      secret: undefined,
      public: true,
    })
    for (const redirect_uri of [
      'http://127.0.0.1:40123/back',
      'http://[::1]:5/back',
      'com.example.game:/back',
    ]) {
      const answer = await decide(alice, authorizationRequest(client, 'base', { redirect_uri }).path)
      expect(answer.get('code')).not.toBeNull()
    }
    for (const redirect_uri of [
      'http://127.0.0.1:1/other',
      'http://127.0.0.2/back',
      'com.example.other:/back',
    ]) {
      const refused = await alice.get(authorizationRequest(client, 'base', { redirect_uri }).path)
      expect(refused.location).toBeUndefined()
    }
  })
})

test('a client whose answers go to this very device by https, among others, works as it is registered', async () => {
  const callback_uris = [
    'https://developing.example/callback',
    'http://127.0.0.1:3000/callback',
    'https://localhost:8443/callback',
  ]
  const client = await registered('developing', { callback_uri: undefined, callback_uris })
  const request = authorizationRequest(client, 'base', { redirect_uri: callback_uris[2]! })
  expect((await decide(alice, request.path)).get('code')).toMatch(/./)
})
