import { hashToken } from '@agora/shared/tokens'
import { Browser } from '@agora/testing/page-browser'
import { bearer, type Suite } from '@agora/testing/suite'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, test } from 'vitest'
import { query } from '../query.ts'
import {
  authorizationRequest,
  type Client,
  type Code,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  post,
  refresh,
  registerClient,
} from './client.ts'
import type { World } from './world.ts'

export function testFlow(world: World): void {
  let suite: Suite
  let client: Client
  let other: Client
  let alice: Browser
  beforeAll(async () => {
    suite = world.suite
    alice = world.browser
    client = await registerClient(suite, 'notes')
    other = await registerClient(suite, 'other')
  })

  const self = (token: string, replica = 0) =>
    suite.call('GET', `${suite.urls.gateway[replica]}/api/v1/auth/self`, { as: bearer(token) })
  const isLive = async (token: string) => (await self(token, 1)).body.type === 'AccessToken'
  const invalidGrant = { status: 400, body: expect.objectContaining({ error: 'invalid_grant' }) }

  const redeemWithoutUri = ({ code, verifier }: Code) =>
    post(suite, client, { grant_type: 'authorization_code', code, code_verifier: verifier })

  describe('the code flow', () => {
    test('gives a token that says who the member and the client are', async () => {
      const answer = await exchange(suite, client, await obtainCode(alice, client, 'base forum:write'))
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          access_token: expect.stringMatching(/^[\w-]{43}$/),
          refresh_token: expect.stringMatching(/^[\w-]{43}$/),
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'base forum:write',
        },
      ])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('pragma')).toBe('no-cache')
      expect((await self(answer.body.access_token, 1)).body).toEqual({
        type: 'AccessToken',
        scope: 'Default',
        client: { type: 'OauthClient', id: client.id, key: client.key, display_name: 'The notes client' },
        user: expect.objectContaining({ type: 'User', display_name: { current: { value: 'alice' } } }),
      })
    })

    test('accepts the client’s key or id, and may begin on one replica and end on the other', async () => {
      const code = await obtainCode(alice, client, 'base', { client_id: client.key })
      expect((await exchange(suite.urls.gateway[1]!, client, code)).status).toBe(200)
    })

    test('sends state and issuer back with the code', async () => {
      const { path, state } = authorizationRequest(client, 'base')
      const answer = await decide(alice, path)
      expect([...answer.keys()].sort()).toEqual(['code', 'iss', 'state'])
      expect(answer.get('state')).toBe(state)
      expect(answer.get('iss')).toBe(suite.url)
    })

    test('may omit the redirect URI, since a client has only one', async () => {
      const code = await obtainCode(alice, client, 'base', { redirect_uri: null })
      expect((await exchange(suite, client, code)).status).toBe(200)
      const without = await redeemWithoutUri(await obtainCode(alice, client, 'base', { redirect_uri: null }))
      expect(without.status, without.text).toBe(200)
    })

    test('that names the redirect URI must name it again to redeem the code', async () => {
      const code = await obtainCode(alice, client, 'base')
      const without = await redeemWithoutUri(code)
      expect([without.status, without.body.error]).toEqual([400, 'invalid_request'])
      const claimed = await obtainCode(alice, client, 'base', { no_redirect_uri: 'true' })
      expect((await redeemWithoutUri(claimed)).body.error).toBe('invalid_request')
      expect((await exchange(suite, client, code)).status).toBe(200)
    })

    test('asks for base if no scope is named', async () => {
      expect((await exchange(suite, client, await obtainCode(alice, client, null))).body.scope).toBe('base')
      expect((await exchange(suite, client, await obtainCode(alice, client, ''))).body.scope).toBe('base')
    })

    test('reduces the scopes to what the client is allowed', async () => {
      const reader = await registerClient(suite, 'reader', {
        allowed: { base: true, forum_read: true, forum_write: false, forum_moderate: false },
      })
      const { scope } = await obtainTokens(
        suite,
        alice,
        reader,
        'forum:moderate forum:write forum:read base admin',
      )
      expect(scope).toBe('base forum:read')
      const plain = await registerClient(suite, 'plain', { allowed: null })
      expect((await obtainTokens(suite, alice, plain, 'base forum:read')).scope).toBe('base')
    })

    test('tells the client if the member refuses', async () => {
      const { path, state } = authorizationRequest(client, 'base')
      const answer = await decide(alice, path, 'refuse')
      expect(answer.get('error')).toBe('access_denied')
      expect(answer.get('state')).toBe(state)
      expect(answer.has('code')).toBe(false)
    })

    test('begins with a sign-in and comes back from it', async () => {
      const { username, password } = await suite.member('bob')
      const bob = new Browser(suite.url)
      const { path } = authorizationRequest(client, 'base', { state: 'a&b=c d' })
      const toSignIn = await bob.get(path)
      expect(toSignIn.location).toMatch(/\/sign-in\?next=%2Foauth%2Fauthorize/)
      const back = await bob.submit(toSignIn.location!, { login: username, password })
      expect(back.status).toBe(303)
      expect((await decide(bob, back.location!)).get('state')).toBe('a&b=c d')
    })
  })

  describe('a code', () => {
    test('is for one use: a second ends the grant of the first', async () => {
      const code = await obtainCode(alice, client, 'base')
      const { body } = await exchange(suite, client, code)
      expect(await isLive(body.access_token)).toBe(true)
      expect(await exchange(suite, client, code)).toMatchObject(invalidGrant)
      expect(await isLive(body.access_token)).toBe(false)
      expect(await refresh(suite, client, body.refresh_token)).toMatchObject(invalidGrant)
    })

    test('used ten times at once on two replicas yields at most one token, which does not stay valid', async () => {
      const code = await obtainCode(alice, client, 'base')
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => exchange(suite.urls.gateway[index % 2]!, client, code)),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThanOrEqual(1)
      for (const { body } of won) expect(await isLive(body.access_token)).toBe(false)
      expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(10 - won.length)
    })

    test.each([
      ['another verifier', { code_verifier: 'x'.repeat(43) }],
      ['no verifier', { code_verifier: '' }],
      ['another redirect URI', { redirect_uri: 'https://notes.example/callback?' }],
      ['no such code', { code: 'x'.repeat(43) }],
      ['a NUL in the code', { code: '\0' }],
    ])('is worth nothing with %s', async (_what, over) => {
      const code = await obtainCode(alice, client, 'base')
      expect(await exchange(suite, client, code, over)).toMatchObject(invalidGrant)
    })

    test('is worth nothing to another client', async () => {
      const code = await obtainCode(alice, client, 'base')
      const stolen = await exchange(suite, other, code, { redirect_uri: client.callback })
      expect(stolen).toMatchObject(invalidGrant)
      expect((await exchange(suite, client, code)).status).toBe(200)
    })
  })

  /** As though a refresh token had been renewed so many times. */
  const renewals = (token: string, count: number, expiry: string) =>
    query(
      suite,
      `INSERT INTO oauth_token (token_hash, kind, grant_id, family, client_id, scopes, payload, expires_at, consumed_at)
       SELECT sha256((random() || 'x' || n)::bytea), kind, grant_id, family, client_id, scopes, payload, ${expiry}, now()
       FROM oauth_token, generate_series(1, $2) AS n WHERE token_hash = $1`,
      [hashToken(token), count],
    )

  describe('a sign-in', () => {
    const signIns = async () => {
      const one = await obtainCode(alice, client, 'base')
      const [first, second] = [
        await exchange(suite, client, one),
        await obtainTokens(suite, alice, client, 'base'),
      ]
      return { code: one, first: first.body, second }
    }

    test('ends with a second use of its code, and no other does', async () => {
      const { code, first, second } = await signIns()
      const { body: renewed } = await refresh(suite, client, first.refresh_token)
      expect(await exchange(suite, client, code)).toMatchObject(invalidGrant)
      for (const token of [first.access_token, renewed.access_token]) expect(await isLive(token)).toBe(false)
      expect(await refresh(suite, client, renewed.refresh_token)).toMatchObject(invalidGrant)
      expect((await refresh(suite, client, second.refresh_token)).status).toBe(200)
    })

    test.each(['access_token', 'refresh_token'] as const)(
      'ends with its %s, and no other does',
      async (kind) => {
        const { first, second } = await signIns()
        const { body: renewed } = await refresh(suite, client, first.refresh_token)
        await post(suite, client, { token: renewed[kind] }, 'revoke')
        for (const token of [first.access_token, renewed.access_token])
          expect(await isLive(token)).toBe(false)
        expect(await refresh(suite, client, renewed.refresh_token)).toMatchObject(invalidGrant)
        expect((await refresh(suite, client, second.refresh_token)).status).toBe(200)
      },
    )

    test('that ends while it is renewed leaves no token, whichever comes first', async () => {
      for (let round = 0; round < 4; round++) {
        const { first } = await signIns()
        const [renewal] = await Promise.all([
          refresh(suite.urls.gateway[0]!, client, first.refresh_token),
          post(suite, client, { token: first.access_token }, 'revoke'),
        ])
        if (renewal.status !== 200) continue
        expect(await isLive(renewal.body.access_token)).toBe(false)
        expect(await refresh(suite, client, renewal.body.refresh_token)).toMatchObject(invalidGrant)
      }
    })
  })

  describe('a refresh token', () => {
    test('gives new tokens and is replaced', async () => {
      const first = await obtainTokens(suite, alice, client, 'base forum:write')
      const { status, body } = await refresh(suite.urls.gateway[1]!, client, first.refresh_token)
      expect([status, body.scope]).toEqual([200, 'base forum:write'])
      expect(body.refresh_token).not.toBe(first.refresh_token)
      expect(await isLive(body.access_token)).toBe(true)
      expect(await isLive(first.access_token)).toBe(true)
    })

    test('used twice ends its sign-in', async () => {
      const first = await obtainTokens(suite, alice, client, 'base')
      const { body: second } = await refresh(suite, client, first.refresh_token)
      expect(await refresh(suite, client, first.refresh_token)).toMatchObject(invalidGrant)
      expect(await isLive(second.access_token)).toBe(false)
      expect(await refresh(suite, client, second.refresh_token)).toMatchObject(invalidGrant)
    })

    test('ends its sign-in at its second use, however often it was renewed in between', async () => {
      const first = await obtainTokens(suite, alice, client, 'base')
      const { body: second } = await refresh(suite, client, first.refresh_token)
      await renewals(first.refresh_token, 900, "now() + interval '29 days'")
      const { body: third } = await refresh(suite, client, second.refresh_token)
      expect(await refresh(suite, client, first.refresh_token)).toMatchObject(invalidGrant)
      expect(await isLive(third.access_token)).toBe(false)
    })

    test('is renewed a thousand times a day at most, and lives on where it is seldom used', async () => {
      const often = await obtainTokens(suite, alice, client, 'base')
      const seldom = await obtainTokens(suite, alice, client, 'base')
      await renewals(often.refresh_token, 1000, "now() + interval '30 days'")
      await renewals(seldom.refresh_token, 1000, "now() + interval '28 days'")
      expect(await refresh(suite, client, often.refresh_token)).toMatchObject(invalidGrant)
      expect(await isLive(often.access_token)).toBe(false)
      expect((await refresh(suite, client, seldom.refresh_token)).status).toBe(200)
    })

    test('used ten times at once yields tokens at most once, and none that stays valid', async () => {
      const { refresh_token: token } = await obtainTokens(suite, alice, client, 'base')
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => refresh(suite.urls.gateway[index % 2]!, client, token)),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThanOrEqual(1)
      for (const { body } of won) expect(await isLive(body.access_token)).toBe(false)
    })

    test('can ask for less, but not for more than was granted', async () => {
      const { refresh_token: token } = await obtainTokens(suite, alice, client, 'base forum:read')
      const more = await refresh(suite, client, token, { scope: 'base forum:write' })
      expect([more.status, more.body.error]).toEqual([400, 'invalid_scope'])
      expect((await refresh(suite, client, token, { scope: 'base' })).body.scope).toBe('base')
    })

    test('is worth nothing to another client', async () => {
      const { refresh_token: token } = await obtainTokens(suite, alice, client, 'base')
      expect(await refresh(suite, other, token)).toMatchObject(invalidGrant)
      expect((await refresh(suite, client, token)).status).toBe(200)
    })
  })

  describe('client credentials', () => {
    test('give the client itself a token', async () => {
      const { status, body } = await post(suite, client, { grant_type: 'client_credentials' })
      expect([status, body]).toEqual([
        200,
        { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: 'base' },
      ])
      const answer = await self(body.access_token, 1)
      expect(answer.body).toEqual({
        type: 'OauthClient',
        scope: 'Default',
        client: { type: 'OauthClient', id: client.id, key: client.key, display_name: 'The notes client' },
      })
    })

    test('are reduced to what the client is allowed', async () => {
      const narrow = await registerClient(suite, 'narrow', {
        allowed: { base: false, forum_read: true, forum_write: false, forum_moderate: false },
      })
      const ask = (scope?: string) =>
        post(suite, narrow, { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) })
      expect((await ask('forum:read forum:write')).body.scope).toBe('forum:read')
      expect((await ask('forum:write')).body.error).toBe('invalid_scope')
      expect((await ask('root')).body.error).toBe('invalid_scope')
      expect((await ask()).body.error).toBe('invalid_scope')
    })

    test('work form-encoded or raw, with any secret', async () => {
      for (const secret of ['100% of + = & /', 'пароль 🔑', 'a:b:c']) {
        const odd = await registerClient(suite, 'odd', { secret })
        for (const [id, sent] of [
          [odd.key, secret],
          [odd.id, secret],
          [encodeURIComponent(odd.key), encodeURIComponent(secret)],
          [odd.key, new URLSearchParams({ secret }).toString().slice('secret='.length)],
        ]) {
          const response = await fetch(`${suite.url}/oauth/token`, {
            method: 'POST',
            headers: { authorization: `Basic ${Buffer.from(`${id}:${sent}`).toString('base64')}` },
            body: new URLSearchParams({ grant_type: 'client_credentials' }),
          })
          expect([secret, sent, response.status]).toEqual([secret, sent, 200])
        }
      }
    })
  })

  describe('a standard client library', () => {
    test('finds the server, completes the flow, refreshes and revokes', async () => {
      const insecure = { [oauth.allowInsecureRequests]: true }
      const issuer = new URL(suite.url)
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
      )
      const me: oauth.Client = { client_id: client.key }
      const secret = oauth.ClientSecretBasic(client.secret)
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const address = new URL(server.authorization_endpoint!)
      address.search = new URLSearchParams({
        client_id: me.client_id,
        redirect_uri: client.callback,
        response_type: 'code',
        scope: 'base forum:read',
        state,
        prompt: 'consent',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString()

      const given = oauth.validateAuthResponse(server, me, await decide(alice, address.href), state)
      const tokens = await oauth.processAuthorizationCodeResponse(
        server,
        me,
        await oauth.authorizationCodeGrantRequest(
          server,
          me,
          secret,
          given,
          client.callback,
          verifier,
          insecure,
        ),
      )
      expect(tokens.scope).toBe('base forum:read')
      const renewed = await oauth.processRefreshTokenResponse(
        server,
        me,
        await oauth.refreshTokenGrantRequest(server, me, secret, tokens.refresh_token!, insecure),
      )
      expect(await isLive(renewed.access_token)).toBe(true)
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, me, secret, renewed.access_token, insecure),
      )
      expect(await isLive(renewed.access_token)).toBe(false)
      const own = await oauth.processClientCredentialsResponse(
        server,
        me,
        await oauth.clientCredentialsGrantRequest(server, me, secret, { scope: 'base' }, insecure),
      )
      expect((await self(own.access_token)).body.type).toBe('OauthClient')
    })
  })
}
