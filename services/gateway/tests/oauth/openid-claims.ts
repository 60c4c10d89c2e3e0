import type { Browser } from '@agora/testing/page-browser'
import { bearer, type Member, type Suite } from '@agora/testing/suite'
import { decodeProtectedHeader, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { query } from '../query.ts'
import {
  authorizationRequest,
  baseAlone,
  type Client,
  claimsOf,
  obtainTokens,
  refresh,
  registerClient,
  signedIn,
} from './client.ts'
import type { World } from './world.ts'

/** What id tokens tell of a member, and whom. */
export function testClaims(world: World): void {
  let suite: Suite
  let client: Client
  let alice: Member
  let browser: Browser
  beforeAll(async () => {
    ;({ suite, alice, browser } = world)
    client = await registerClient(suite, 'told', { allowed: baseAlone })
  })

  const scope = 'openid profile email base'
  const tokensFor = (wanted: string, over: Record<string, string | null> = {}) =>
    obtainTokens(suite, browser, client, wanted, over)
  const verified = (token: string) => claimsOf(suite.url, client, token)
  const userinfo = (token: string, replica = 1, path = '/oauth/userinfo') =>
    suite.call('GET', `${suite.urls.gateway[replica]}${path}`, { as: bearer(token) })

  describe('the OpenID configuration', () => {
    test('names what there is, for everybody', async () => {
      const { status, body } = await suite.call('GET', '//.well-known/openid-configuration')
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          issuer: suite.url,
          authorization_endpoint: `${suite.url}/oauth/authorize`,
          token_endpoint: `${suite.url}/oauth/token`,
          userinfo_endpoint: `${suite.url}/oauth/userinfo`,
          introspection_endpoint: `${suite.url}/oauth/introspect`,
          jwks_uri: `${suite.url}/oauth/jwks`,
          scopes_supported: [
            'base',
            'forum:read',
            'forum:write',
            'forum:moderate',
            'openid',
            'profile',
            'email',
          ],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
          response_types_supported: ['code'],
        }),
      ])
    })

    test('leads to public keys alone, the same on every replica', async () => {
      const sets = await Promise.all(suite.urls.gateway.map((url) => suite.call('GET', `${url}/oauth/jwks`)))
      const [first] = sets
      const key = {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      }
      expect(first!.body).toEqual({ keys: [key, key] })
      expect(sets[1]!.body).toEqual(first!.body)
      expect(first!.headers.get('cache-control')).toBe('public, max-age=300')
    })
  })

  describe('an id token', () => {
    test('tells what its scopes name, of the member who signed in', async () => {
      const tokens = await tokensFor(scope, { nonce: 'n-1' })
      expect(tokens.scope).toBe('base openid profile email')
      const claims = await verified(tokens.id_token)
      const [session] = await query(
        suite,
        `SELECT floor(extract(epoch FROM confirmed_at))::int AS at FROM session WHERE account_id = '${alice.id}'
       ORDER BY created_at DESC LIMIT 1`,
      )
      expect(claims).toEqual({
        iss: suite.url,
        aud: client.id,
        sub: alice.id,
        iat: expect.any(Number),
        exp: claims.iat! + 3600,
        nonce: 'n-1',
        auth_time: session!.at,
        name: 'alice',
        updated_at: expect.any(Number),
        email: 'First@alice.example',
        email_verified: true,
      })
      const { status, body } = await userinfo(tokens.access_token)
      const { sub, name, updated_at, email, email_verified } = claims
      expect([status, body]).toEqual([200, { sub, name, updated_at, email, email_verified }])
    })

    test('tells no more than is asked, and is not there if it is not asked for', async () => {
      const plain = await tokensFor('openid', { nonce: null })
      expect(Object.keys(await verified(plain.id_token)).sort()).toEqual(
        ['aud', 'auth_time', 'exp', 'iat', 'iss', 'sub'].sort(),
      )
      expect((await userinfo(plain.access_token)).body).toEqual({ sub: alice.id })
      const none = await tokensFor('base profile email')
      expect([none.scope, none.id_token]).toEqual(['base', undefined])
    })

    test('comes again with a renewal, with its nonce and the time of the sign-in', async () => {
      const first = await tokensFor('openid email', { nonce: 'n-2' })
      const renewed = (await refresh(suite, client, first.refresh_token)).body
      const [before, after] = [await verified(first.id_token), await verified(renewed.id_token)]
      expect([after.sub, after.nonce, after.auth_time]).toEqual([before.sub, 'n-2', before.auth_time])
    })

    test('tells a new name, and when it was taken', async () => {
      const member = await suite.member('renamer')
      const own = await signedIn(suite.url, member.username, member.password)
      const tokens = await obtainTokens(suite, own, client, 'openid profile')
      const before = (await userinfo(tokens.access_token)).body
      await query(suite, `UPDATE account SET created_at = '2020-01-01' WHERE id = '${member.id}'`)
      const since = Math.floor(Date.now() / 1000)
      const change = { display_name: 'Renamed' }
      expect((await suite.call('PATCH', `/users/${member.id}`, { as: member, body: change })).status).toBe(
        200,
      )
      const after = (await userinfo(tokens.access_token)).body
      expect([before.name, after.name]).toEqual(['renamer', 'Renamed'])
      expect(after.updated_at).toBeGreaterThanOrEqual(since)
    })

    test('of a client is for no other: a hint must be signed by this site, for this client', async () => {
      const other = await registerClient(suite, 'other')
      const { id_token: token } = await tokensFor('openid')
      const stranger = await obtainTokens(suite, browser, other, 'openid')
      const forged = (alg: string, key: Uint8Array) =>
        new SignJWT({ sub: alice.id })
          .setProtectedHeader({ ...decodeProtectedHeader(token), alg })
          .setIssuer(suite.url)
          .setAudience(client.id)
          .setExpirationTime('1h')
          .sign(key)
      const [, payload] = token.split('.')
      const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      const { body: jwks } = await suite.call('GET', '//oauth/jwks')
      const hints = {
        'of another client': (stranger as unknown as { id_token: string }).id_token,
        unsigned: none,
        'signed with the public key': await forged('HS256', Buffer.from(JSON.stringify(jwks.keys[0]))),
        'signed with the secret': await forged('HS256', Buffer.from(client.secret.padEnd(32, '.'))),
        'not a token': 'x',
      }
      for (const [what, hint] of Object.entries(hints)) {
        const { path } = authorizationRequest(client, 'openid', { id_token_hint: hint, prompt: 'none' })
        const { location } = await browser.get(path)
        expect(new URL(location!).searchParams.get('error'), what).toBe('invalid_request')
      }
      const mine = authorizationRequest(client, 'openid', { id_token_hint: token, prompt: null })
      expect((await browser.get(mine.path)).location).toMatch(/[?&]code=/)
      const bob = await suite.member('hinted')
      const another = await signedIn(suite.url, bob.username, bob.password)
      const asked = authorizationRequest(client, 'openid', { id_token_hint: token, prompt: 'none' })
      const { location } = await another.get(asked.path)
      expect(new URL(location!).searchParams.get('error')).toBe('login_required')
    })
  })
}
