import { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizationRequest, type Client, post, registerClient, signedIn } from './client.ts'

let suite: Suite
let client: Client
let member: Member
let alice: Browser
beforeAll(async () => {
  suite = await sharedSite()
  client = await registerClient(suite, 'notes', {
    allowed: { base: true, forum_read: false, forum_write: false, forum_moderate: false },
  })
  member = await suite.member('alice')
  alice = await signedIn(suite.url, member.username, member.password)
})
afterAll(() => suite?.close())

describe('a request without a client or with a foreign redirect URI', () => {
  test.each<[string, Record<string, string | null>]>([
    ['no client', { client_id: null }],
    ['an unknown client', { client_id: 'nobody@clients' }],
    ['an unknown id', { client_id: '01a1fbef-9b03-75f6-b42f-000000000000' }],
    ['a NUL for a client', { client_id: '\0' }],
    ['another address', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer address', { redirect_uri: 'https://notes.example/callback/..' }],
    ['a query more', { redirect_uri: 'https://notes.example/callback?x' }],
    ['another case', { redirect_uri: 'https://notes.example/Callback' }],
    ['a fragment', { redirect_uri: 'https://notes.example/callback#' }],
    ['the port that is meant', { redirect_uri: 'https://notes.example:443/callback' }],
    ['another host behind an @', { redirect_uri: 'https://notes.example@evil.example/callback' }],
    ['a backslash', { redirect_uri: 'https://notes.example\\@evil.example/callback' }],
    ['a space before it', { redirect_uri: ' https://notes.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('redirects nowhere: %s', async (_what, over) => {
    const { path } = authorizationRequest(client, 'base', over)
    for (const browser of [alice, new Browser(suite.url)]) {
      const page = await browser.get(path)
      expect([page.status, page.location]).toEqual([400, undefined])
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(page.text).toContain('This request cannot be answered')
    }
  })

  test('shows what it received only as text', async () => {
    const { path } = authorizationRequest(client, 'base', { redirect_uri: null, client_id: '<script>"' })
    expect((await alice.get(path)).text).not.toContain('<script>"')
  })
})

describe('a request of a known client', () => {
  test.each<[string, Record<string, string | null>]>([
    ['unsupported_response_type', { response_type: 'token' }],
    ['unsupported_response_type', { response_type: 'code id_token' }],
    ['invalid_request', { response_type: null }],
    ['invalid_request', { code_challenge: null, code_challenge_method: null }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: null }],
    ['invalid_request', { code_challenge: 'too short' }],
    ['invalid_request', { prompt: 'select_account' }],
    ['invalid_scope', { scope: 'forum:write' }],
    ['invalid_scope', { scope: 'everything' }],
    ['invalid_scope', { scope: 'profile email' }],
    ['invalid_scope', { scope: 'ba"se' }],
    ['invalid_scope', { scope: 'BASE' }],
    ['invalid_scope', { scope: 'base\u00a0openid' }],
    ['consent_required', { prompt: 'none' }],
    ['unsupported_response_mode', { response_mode: 'form_post' }],
    ['unsupported_response_mode', { response_mode: 'fragment' }],
    ['request_not_supported', { request: 'e30' }],
    ['registration_not_supported', { registration: '{}' }],
  ])('is sent back with %s: %j', async (error, over) => {
    const { path, state } = authorizationRequest(client, 'base', over)
    const page = await alice.get(path)
    expect(page.status).toBe(303)
    const answer = new URL(page.location!)
    expect(`${answer.origin}${answer.pathname}`).toBe(client.callback)
    // A client that asks for a token directly reads the answer in the fragment.
    const told = new URLSearchParams(answer.search || answer.hash.slice(1))
    expect(told.get('error')).toBe(error)
    expect(told.get('state')).toBe(state)
    expect(told.get('iss')).toBe(suite.url)
  })

  test('is told that a sign-in is needed if it asked for no prompts', async () => {
    const { path } = authorizationRequest(client, 'base', { prompt: 'none' })
    const page = await new Browser(suite.url).get(path)
    expect(new URL(page.location!).searchParams.get('error')).toBe('login_required')
  })

  test('must not give a parameter twice', async () => {
    const { path } = authorizationRequest(client, 'base')
    const page = await alice.get(`${path}&response_type=code`)
    expect(new URL(page.location!).searchParams.get('error')).toBe('invalid_request')
  })

  test('may carry any text as its state', async () => {
    for (const state of ['\0', '%00', '\u{1f511}', 'x'.repeat(512)]) {
      const { path } = authorizationRequest(client, 'base', { state })
      const page = await alice.get(path)
      expect(page.location).toMatch(/\/consent\//)
      const consent = await alice.submit(page.location!, { decision: 'allow' })
      const back = /content="0; url=([^"]+)"/.exec(consent.text)![1]!
      expect(new URL((await alice.get(back)).location!).searchParams.get('state')).toBe(state)
    }
  })
})

describe('the token endpoint', () => {
  const grant = { grant_type: 'client_credentials' }
  const send = (
    headers: Record<string, string>,
    body: string | undefined = 'grant_type=client_credentials',
  ) =>
    suite.call('POST', '//oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })

  test.each<[string, () => Promise<{ status: number; body: { error: string }; headers: Headers }>]>([
    ['no authentication', () => post(suite, undefined, grant)],
    [
      'id and secret in the body',
      () => send({}, `client_id=${client.id}&client_secret=x&grant_type=client_credentials`),
    ],
    ['another scheme', () => send({ authorization: 'Bearer abc' })],
    ['no base64', () => send({ authorization: 'Basic !' })],
    ['an unknown client', () => post(suite, { ...client, key: 'nobody@clients' }, grant)],
    ['a wrong secret', () => post(suite, { ...client, secret: 'wrong' }, grant)],
    ['an empty secret', () => post(suite, { ...client, secret: '' }, grant)],
    ['the stored hash for a secret', () => post(suite, { ...client, secret: '$argon2id$v=19' }, grant)],
    ['a member for a client', () => send(basic(member.username, member.password).headers)],
    ['a NUL for a client', () => send(basic('\0', 'x').headers)],
  ])('answers %s with invalid_client', async (what, request) => {
    const { status, body, headers } = await request()
    expect([status, body.error]).toEqual([401, 'invalid_client'])
    const sentNone = ['no authentication', 'id and secret in the body'].includes(what)
    expect(headers.get('www-authenticate')).toMatch(sentNone ? /^Bearer / : /^Basic /)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each<[string, Record<string, string>]>([
    ['invalid_request', {}],
    ['unsupported_grant_type', { grant_type: 'password', username: 'alice', password: 'x' }],
    ['unsupported_grant_type', { grant_type: 'implicit' }],
    ['unsupported_grant_type', { grant_type: '__proto__' }],
    ['invalid_request', { grant_type: 'authorization_code' }],
    ['invalid_request', { grant_type: 'refresh_token' }],
    ['invalid_grant', { grant_type: 'refresh_token', refresh_token: 'nothing' }],
    ['invalid_scope', { grant_type: 'client_credentials', scope: 'forum:write' }],
  ])('answers %s: %j', async (error, fields) => {
    const { status, body } = await post(suite, client, fields)
    expect([status, body.error]).toEqual([400, error])
  })

  test('accepts only forms and JSON, of a moderate size, with each parameter once', async () => {
    const { headers } = basic(client.key, client.secret)
    const xml = await send({ ...headers, 'content-type': 'application/xml' }, '<grant_type/>')
    expect([xml.status, xml.body.error]).toEqual([400, 'invalid_request'])
    const twice = await send(headers, 'grant_type=client_credentials&grant_type=client_credentials')
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request'])
    const large = await send(headers, `grant_type=client_credentials&x=${'x'.repeat(100_000)}`)
    expect([large.status, large.body.error]).toEqual([400, 'invalid_request'])
    const huge = await send(headers, 'x'.repeat(1_048_577))
    expect(huge.status).toBe(413)
    const empty = await suite.call('POST', '//oauth/token', { headers })
    expect([empty.status, empty.body.error]).toEqual([400, 'invalid_request'])
  })

  test.each(['token', 'revoke', 'introspect', 'device', 'userinfo', 'end-session'])(
    'takes nothing apart that is larger than any request: %s',
    async (endpoint) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const json = { 'content-type': 'application/json' }
      const fields = (number: number) => Array.from({ length: number }, (_, at) => `f${at}`)
      const object = (names: string[]) => JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])))
      const ask = async (headers: Record<string, string>, body: string) => {
        const { port } = new URL(suite.url)
        const answer = await fetch(`http://127.0.0.1:${port}/oauth/${endpoint}`, {
          method: 'POST',
          headers,
          body,
          redirect: 'manual',
        })
        return `${answer.status} ${await answer.text()}`
      }
      const tooLarge = /^400 .*the request is too large/s
      expect(await ask(form, 'a&'.repeat(499_000))).toMatch(tooLarge)
      expect(await ask(form, fields(65).join('&'))).toMatch(tooLarge)
      expect(await ask(form, fields(64).join('&'))).not.toMatch(tooLarge)
      if (endpoint === 'userinfo' || endpoint === 'end-session') return
      expect(await ask(json, object(fields(65)))).toMatch(tooLarge)
      expect(await ask(json, object(fields(64)))).not.toMatch(tooLarge)
      expect(await ask(json, `{"a":${'['.repeat(30_000)}`)).toMatch(tooLarge)
      expect(await ask(json, '{"client_secret":"\\ud800"}')).toMatch(/^400 .*JSON object of texts/s)
    },
  )

  test('counts its failures towards nothing', async () => {
    for (let index = 0; index < 12; index++) await post(suite, { ...client, secret: 'wrong' }, grant)
    expect((await post(suite, client, grant)).status).toBe(200)
    const self = await suite.call('GET', '/auth/self', { as: basic(client.key, client.secret) })
    expect(self.body.type).toBe('OauthClient')
  })

  test('cannot be read by other origins’ pages', async () => {
    const answer = await send({ ...basic(client.key, client.secret).headers, origin: 'https://evil.example' })
    expect([answer.status, answer.body]).toEqual([403, { error: 'invalid origin' }])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the revocation endpoint', () => {
  test('is for the token’s own client, and silent about unknown tokens', async () => {
    const { body } = await post(suite, client, { grant_type: 'client_credentials' })
    const other = await registerClient(suite, 'other')
    const foreign = await post(suite, other, { token: body.access_token }, 'revoke')
    expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_request'])
    expect((await post(suite, client, { token: 'nothing' }, 'revoke')).status).toBe(200)
    expect((await post(suite, client, {}, 'revoke')).body.error).toBe('invalid_request')
    expect((await post(suite, undefined, { token: body.access_token }, 'revoke')).status).toBe(401)
    const own = await post(
      suite,
      client,
      { token: body.access_token, token_type_hint: 'refresh_token' },
      'revoke',
    )
    expect([own.status, own.text]).toEqual([200, ''])
    const self = await suite.call('GET', '/auth/self', {
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    expect(self.body.type).toBe('Guest')
  })
})

test('the metadata is complete, and needs no credential', async () => {
  const { status, body } = await suite.call('GET', '//.well-known/oauth-authorization-server')
  expect(status).toBe(200)
  expect(body).toEqual({
    issuer: suite.url,
    authorization_endpoint: `${suite.url}/oauth/authorize`,
    token_endpoint: `${suite.url}/oauth/token`,
    device_authorization_endpoint: `${suite.url}/oauth/device`,
    revocation_endpoint: `${suite.url}/oauth/revoke`,
    scopes_supported: ['base', 'forum:read', 'forum:write', 'forum:moderate'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      'client_credentials',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})
