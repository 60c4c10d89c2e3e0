import type { Browser } from '@agora/testing/page-browser'
import { basic, type Suite } from '@agora/testing/suite'
import { beforeAll, describe, expect, test } from 'vitest'
import { query } from '../query.ts'
import {
  authorizationRequest,
  type Client,
  exchange,
  obtainCode,
  obtainTokens,
  post,
  refresh,
  registerClient,
} from './client.ts'
import { ORIGIN, type World } from './world.ts'

export function testPublicClient(world: World): void {
  let suite: Suite
  let client: Client
  let secretive: Client
  let alice: Browser
  beforeAll(async () => {
    suite = world.suite
    alice = world.browser
    client = await registerClient(suite, 'page', { secret: null })
    secretive = await registerClient(suite, 'server')
  })

  const send = (body: Record<string, string>, headers: Record<string, string> = {}, endpoint = 'token') =>
    suite.call('POST', `//oauth/${endpoint}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(body).toString(),
    })
  const noClient = [401, 'invalid_client']
  const outcome = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error]

  describe('a public client', () => {
    test('gets tokens, renews and revokes them by its id or key, without a secret', async () => {
      const tokens = await obtainTokens(suite, alice, client, 'base')
      const renewed = await refresh(suite.urls.gateway[1]!, client, tokens.refresh_token)
      expect(renewed.status, renewed.text).toBe(200)
      expect(renewed.body.refresh_token).not.toBe(tokens.refresh_token)
      const byId = await send({ client_id: client.id, token: renewed.body.access_token }, {}, 'revoke')
      expect([byId.status, byId.text]).toEqual([200, ''])
      expect(outcome(await refresh(suite, client, renewed.body.refresh_token))).toEqual([
        400,
        'invalid_grant',
      ])
    })

    test('proves by PKCE that a code is its own', async () => {
      const { path } = authorizationRequest(client, 'base', {
        code_challenge: null,
        code_challenge_method: null,
      })
      const page = await alice.get(path)
      expect(new URL(page.location!).searchParams.get('error')).toBe('invalid_request')
      for (const over of [{ code_verifier: 'x'.repeat(43) }, { code_verifier: '' }] as const) {
        const code = await obtainCode(alice, client, 'base')
        expect((await exchange(suite, client, code, over)).body.error).toMatch(/^invalid_(grant|request)$/)
      }
      const code = await obtainCode(alice, client, 'base')
      expect(outcome(await exchange(suite, client, code, { redirect_uri: `${client.callback}/` }))).toEqual([
        400,
        'invalid_grant',
      ])
    })

    test('has no tokens of its own, and no secret that works', async () => {
      const own = await post(suite, client, { grant_type: 'client_credentials' })
      expect(outcome(own)).toEqual([400, 'invalid_request'])
      for (const secret of ['', 'null', 'undefined', 'page has a secret']) {
        const { headers } = basic(client.key, secret)
        expect(outcome(await send({ grant_type: 'client_credentials' }, headers))).toEqual(noClient)
        const self = await suite.call('GET', '/auth/self', { headers })
        expect(self.body.type).toBe('Guest')
      }
    })

    test('loses its grant if one refresh token is used twenty times at once', async () => {
      const tokens = await obtainTokens(suite, alice, client, 'base')
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          refresh(suite.urls.gateway[index % 2]!, client, tokens.refresh_token),
        ),
      )
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      for (const { body } of answers.filter(({ status }) => status === 200))
        expect(outcome(await refresh(suite, client, body.refresh_token))).toEqual([400, 'invalid_grant'])
      const self = await suite.call('GET', '/auth/self', {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
      expect(self.body.type).toBe('Guest')
    })

    test('cannot use another client’s codes and tokens', async () => {
      const other = await registerClient(suite, 'another_page', { secret: null })
      const tokens = await obtainTokens(suite, alice, secretive, 'base')
      expect(outcome(await refresh(suite, other, tokens.refresh_token))).toEqual([400, 'invalid_grant'])
      const code = await obtainCode(alice, secretive, 'base')
      expect(outcome(await exchange(suite, { ...other, callback: secretive.callback }, code))).toEqual([
        400,
        'invalid_grant',
      ])
      expect((await refresh(suite, secretive, tokens.refresh_token)).status).toBe(200)
    })
  })

  test.each<[string, () => Record<string, string>]>([
    ['its id alone', () => ({ client_id: secretive.id })],
    ['a wrong secret in the body', () => ({ client_id: secretive.key, client_secret: 'wrong' })],
    ['nothing', () => ({})],
    ['an id that is nobody’s', () => ({ client_id: 'nobody@clients' })],
    ['a NUL', () => ({ client_id: '\0' })],
  ])('a client with a secret is not believed for %s', async (_what, fields) => {
    for (const endpoint of ['token', 'revoke']) {
      const answer = await send({ grant_type: 'client_credentials', token: 'x', ...fields() }, {}, endpoint)
      expect(outcome(answer)).toEqual(noClient)
      // It sent no credentials in a header: for Basic a browser would ask its reader.
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="agora"')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  describe('registering', () => {
    const body = {
      key: 'registered@clients',
      display_name: 'Registered',
      app_uri: 'https://registered.example/',
      callback_uri: 'https://registered.example/back',
    }
    const register = (over: object) =>
      suite.call('POST', '/oauth_clients', {
        headers: { 'svc-internal-auth': suite.secrets.internalKey },
        body: { ...body, ...over },
      })

    test('shows that a client is public and has no secret', async () => {
      const answer = await register({ public: true })
      expect([answer.status, answer.body]).toEqual([
        200,
        { type: 'OauthClient', id: expect.any(String), ...body, public: true, owner: null },
      ])
      const listed = await suite.call('GET', '/oauth_clients', {
        headers: { 'svc-internal-auth': suite.secrets.internalKey },
      })
      expect(listed.body.items).toContainEqual(answer.body)
    })

    test.each([
      [{}, 'invalid `secret`: is required'],
      [{ public: false }, 'invalid `secret`: is required'],
      [{ public: true, secret: '61' }, 'invalid `secret`: a public client has none'],
      [{ public: 'true' }, /^invalid `public`/],
      [{ public: [true] }, /^invalid `public`/],
      [{ public: true, callback_uri: 'javascript:alert(1)' }, /^invalid `callback_uri`/],
    ] as const)('refuses %j', async (over, error) => {
      const answer = await register(over)
      expect(answer.status).toBe(422)
      expect(answer.body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
    })

    test('ends its grants when a client becomes public or confidential, but not when nothing changes', async () => {
      const tokensOf = async () =>
        (
          await query(
            suite,
            `SELECT 1 FROM oauth_token t JOIN oauth_client c ON c.id = t.client_id WHERE c.key = 'changing@clients'`,
          )
        ).length
      let changing = await registerClient(suite, 'changing')
      for (const secret of [null, 'a new secret']) {
        await obtainTokens(suite, alice, changing, 'base')
        await registerClient(suite, 'changing', { secret: changing.isPublic ? null : changing.secret })
        expect(await tokensOf()).toBeGreaterThan(0)
        changing = await registerClient(suite, 'changing', { secret })
        expect(await tokensOf()).toBe(0)
      }
    })
  })

  describe('a page of a configured origin', () => {
    const crossOrigin = (headers: Headers) => [
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
    ]

    test('can read the answers of the token and revocation endpoints, failures included, without cookies', async () => {
      for (const [endpoint, fields] of [
        ['token', { client_id: client.key, grant_type: 'refresh_token', refresh_token: 'x' }],
        ['token', {}],
        ['revoke', { client_id: client.key, token: 'x' }],
        ['revoke', {}],
      ] as const) {
        const allowed = await send(fields, { origin: ORIGIN }, endpoint)
        expect(crossOrigin(allowed.headers)).toEqual([ORIGIN, null])
        expect(allowed.headers.get('vary')).toContain('Origin')
        const other = await send(fields, { origin: 'https://evil.example' }, endpoint)
        expect(crossOrigin(other.headers)).toEqual([null, null])
      }
      const metadata = await suite.call('GET', '//.well-known/oauth-authorization-server', {
        headers: { origin: ORIGIN },
      })
      expect(crossOrigin(metadata.headers)).toEqual([ORIGIN, null])
      const preflight = await suite.call('OPTIONS', '//oauth/token', {
        headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
      })
      expect([preflight.status, ...crossOrigin(preflight.headers)]).toEqual([204, ORIGIN, null])
    })

    test('cannot read the authorization endpoint', async () => {
      const { path } = authorizationRequest(client, 'base')
      const answer = await suite.call('GET', `/${path}`, { headers: { origin: ORIGIN } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    })
  })
}
