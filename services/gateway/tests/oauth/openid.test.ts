import { Browser } from '@agora/testing/page-browser'
import { basic, bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../query.ts'
import {
  allScopes,
  authorizationRequest,
  type Client,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  post,
  refresh,
  registerClient,
  signedIn,
} from './client.ts'

let suite: Suite
let client: Client
let alice: Member
let browser: Browser
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'web'], replicas: { gateway: 2 } })
  client = await registerClient(suite, 'notes', {
    allowed: { base: true, forum_read: false, forum_write: false, forum_moderate: false },
  })
  alice = await suite.member('alice')
  browser = await signedIn(suite.url, alice.username, alice.password)
  const address = (address: string, rank: number, ended: string | null) =>
    query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank, ended_at)
       VALUES (uuidv7(), '${alice.id}', 'Email', lower('${address}'), '${address}', ${rank}, ${ended})`,
    )
  await address('former@alice.example', 0, 'now()')
  await address('second@alice.example', 2, null)
  await address('First@alice.example', 1, null)
})
afterAll(() => suite?.close())

const scope = 'openid profile email base'
const tokensFor = async (wanted: string, over: Record<string, string | null> = {}) => {
  const answer = await exchange(suite, client, await obtainCode(browser, client, wanted, over))
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}
const keys = () => createRemoteJWKSet(new URL('/oauth/jwks', suite.url))
const verified = async (token: string) =>
  (await jwtVerify(token, keys(), { issuer: suite.url, audience: client.id, algorithms: ['ES256'] })).payload
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
    expect(first!.body).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          kid: expect.any(String),
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    })
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
    expect((await suite.call('PATCH', `/users/${member.id}`, { as: member, body: change })).status).toBe(200)
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
    const bob = await suite.member('bob')
    const another = await signedIn(suite.url, bob.username, bob.password)
    const asked = authorizationRequest(client, 'openid', { id_token_hint: token, prompt: 'none' })
    const { location } = await another.get(asked.path)
    expect(new URL(location!).searchParams.get('error')).toBe('login_required')
  })
})

describe('userinfo', () => {
  test('takes the token in the header or a form, and nothing else', async () => {
    const { access_token: token } = await tokensFor('openid email')
    const at = `${suite.url}/oauth/userinfo`
    const send = (init: RequestInit, address = at) => fetch(address, init)
    const header = { authorization: `Bearer ${token}` }
    for (const answer of [
      await send({ method: 'POST', headers: header }),
      await send({ method: 'POST', body: new URLSearchParams({ access_token: token }) }),
    ])
      expect(await answer.json()).toMatchObject({ sub: alice.id, email: 'First@alice.example' })
    for (const [what, answer, status, challenge] of [
      [
        'two tokens',
        await send({ method: 'POST', headers: header, body: new URLSearchParams({ access_token: token }) }),
        400,
        /invalid_request/,
      ],
      ['a token in the address', await send({}, `${at}?access_token=${token}`), 400, /invalid_request/],
      [
        'HTTP Basic',
        await send({ headers: basic(client.key, client.secret).headers }),
        400,
        /invalid_request/,
      ],
      ['nothing', await send({}), 401, /^Bearer realm="[^"]+"$/],
      ['a wrong token', await send({ headers: { authorization: 'Bearer x' } }), 401, /invalid_token/],
    ] as const) {
      expect([answer.status, answer.headers.get('www-authenticate')], what).toEqual([
        status,
        expect.stringMatching(challenge),
      ])
    }
    const session = await browser.get('/oauth/userinfo')
    expect([session.status, session.text]).toEqual([401, expect.not.stringContaining(alice.id)])
  })

  test('needs `openid`, and says so', async () => {
    const { access_token: token } = await tokensFor('base')
    const answer = await userinfo(token)
    expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope'])
    expect(answer.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="openid"/)
    const own = await post(suite, client, { grant_type: 'client_credentials', scope: 'base openid' })
    expect(own.body.scope).toBe('base')
    expect((await userinfo(own.body.access_token)).status).toBe(401)
  })

  test('ends on every replica with the grant, a ban, a new password and an erasure', async () => {
    const administrator = await suite.administrator()
    const ends: Record<string, (member: Member) => Promise<{ status: number }>> = {
      grant: (member) => suite.call('DELETE', `/users/${member.id}/grants/${client.id}`, { as: member }),
      ban: (member) =>
        suite.call('PUT', `/users/${member.id}/ban`, { as: administrator, body: { reason: 'x' } }),
      password: (member) =>
        suite.call('PATCH', `/users/${member.id}`, {
          as: member,
          body: { password: 'another password', current_password: member.password },
        }),
      erasure: (member) =>
        suite.call('DELETE', `/users/${member.id}`, {
          as: member,
          body: { current_password: member.password },
        }),
    }
    for (const [what, end] of Object.entries(ends)) {
      const member = await suite.member(`ended_by_${what}`)
      const own = await signedIn(suite.url, member.username, member.password)
      const tokens = await obtainTokens(suite, own, client, scope)
      expect((await userinfo(tokens.access_token)).status).toBe(200)
      expect((await end(member)).status, what).toBeLessThan(300)
      for (const replica of [0, 1])
        expect((await userinfo(tokens.access_token, replica)).status, what).toBe(401)
      expect((await refresh(suite, client, tokens.refresh_token)).body.error, what).toBe('invalid_grant')
    }
  })

  test('takes no other body, and no parameter twice', async () => {
    const { access_token: token } = await tokensFor('openid')
    const send = (body: string, type: string) =>
      fetch(`${suite.url}/oauth/userinfo`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      })
    const form = 'application/x-www-form-urlencoded'
    for (const answer of [
      await send('{"scope":"email"}', 'application/json'),
      await send('scope=openid&scope=email', form),
      await send('scope=%ff', form),
    ])
      expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_request'])
    const more = await send('scope=email', form)
    expect([more.status, (await more.json()).error]).toEqual([403, 'insufficient_scope'])
  })

  test('counts as the use of a grant', async () => {
    const member = await suite.member('asked_about')
    const own = await signedIn(suite.url, member.username, member.password)
    const tokens = await obtainTokens(suite, own, client, scope)
    await userinfo(tokens.access_token)
    const { body } = await suite.call('GET', `/users/${member.id}/grants`, { as: member })
    expect(body.items).toMatchObject([
      { scopes: ['base', 'openid', 'profile', 'email'], last_used_at: expect.any(String) },
    ])
  })
})

describe('introspection', () => {
  const ask = (as: Client | undefined, token: string, over = {}) =>
    post(suite.urls.gateway[1]!, as, { token, ...over }, 'introspect')

  test('tells a client about its own tokens', async () => {
    const tokens = await tokensFor('openid base')
    const { status, body } = await ask(client, tokens.access_token)
    expect([status, body]).toEqual([
      200,
      {
        active: true,
        client_id: client.id,
        sub: alice.id,
        // Where no address is configured, the site is known by the one that was asked.
        iss: suite.urls.gateway[1],
        scope: 'base openid',
        token_type: 'Bearer',
        iat: expect.any(Number),
        exp: body.iat + 3600,
      },
    ])
    expect((await ask(client, tokens.refresh_token)).body).toMatchObject({ active: true, sub: alice.id })
    const own = await post(suite, client, { grant_type: 'client_credentials' })
    const answer = (await ask(client, own.body.access_token)).body
    expect(answer).toMatchObject({ active: true, client_id: client.id, scope: 'base' })
    expect(answer.sub).toBeUndefined()
  })

  test('tells nothing of what is another client’s, spent, ended or made up', async () => {
    const other = await registerClient(suite, 'curious')
    const tokens = await tokensFor('openid base')
    const inactive = { status: 200, body: { active: false } }
    const told = async (as: Client, token: string, over = {}) => {
      const { status, body } = await ask(as, token, over)
      return { status, body }
    }
    expect(await told(other, tokens.access_token)).toEqual(inactive)
    expect(await told(other, tokens.refresh_token, { token_type_hint: 'refresh_token' })).toEqual(inactive)
    expect(await told(client, 'x')).toEqual(inactive)
    const code = await obtainCode(browser, client, 'openid')
    expect(await told(client, code.code)).toEqual(inactive)
    const renewed = (await refresh(suite, client, tokens.refresh_token)).body
    expect(await told(client, tokens.refresh_token)).toEqual(inactive)
    expect((await told(client, renewed.refresh_token)).body.active).toBe(true)
    await post(suite, client, { token: renewed.refresh_token }, 'revoke')
    expect(await told(client, renewed.access_token)).toEqual(inactive)
  })

  test('names the scopes that a token has now', async () => {
    const shrinking = await registerClient(suite, 'shrinking', { allowed: allScopes })
    const tokens = await obtainTokens(suite, browser, shrinking, 'base forum:write openid')
    await registerClient(suite, 'shrinking', {
      allowed: { base: true, forum_read: false, forum_write: false, forum_moderate: false },
    })
    expect((await ask(shrinking, tokens.access_token)).body.scope).toBe('base openid')
  })

  test('needs a client with a secret', async () => {
    const open = await registerClient(suite, 'open', { secret: null })
    const tokens = await obtainTokens(suite, browser, open, 'openid')
    for (const answer of [
      await ask(open, tokens.access_token),
      await ask(undefined, tokens.access_token),
      await ask({ ...client, secret: 'wrong' }, tokens.access_token),
    ])
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
  })
})

describe('a consent', () => {
  const silently = (as: Browser, of: Client, wanted: string, over: Record<string, string | null> = {}) =>
    as.get(authorizationRequest(of, wanted, { prompt: null, ...over }).path)
  const outcome = async (page: Promise<{ location: string | undefined }>) => {
    const url = new URL((await page).location!)
    return (
      url.searchParams.get('error') ?? (url.searchParams.has('code') ? 'code' : url.pathname.split('/')[1])
    )
  }
  let bob: Member
  let bobs: Browser
  beforeAll(async () => {
    bob = await suite.member('consenting')
    bobs = await signedIn(suite.url, bob.username, bob.password)
  })

  test('that covers what is asked is not asked again, unless the client wants it', async () => {
    const known = await registerClient(suite, 'known')
    expect(await outcome(silently(bobs, known, 'openid base', { prompt: 'none' }))).toBe('consent_required')
    await decide(bobs, authorizationRequest(known, 'openid base forum:read', { prompt: null }).path)
    for (const wanted of ['openid base forum:read', 'base', 'openid'])
      expect(await outcome(silently(bobs, known, wanted)), wanted).toBe('code')
    expect(await outcome(silently(bobs, known, 'base', { prompt: 'none' }))).toBe('code')
    expect(await outcome(silently(bobs, known, 'base', { client_id: known.key }))).toBe('code')
    expect(await outcome(silently(bobs, known, 'base', { prompt: 'consent' }))).toBe('consent')
    expect(await outcome(silently(bobs, known, 'openid email'))).toBe('consent')
    expect(await outcome(silently(bobs, known, 'base forum:write', { prompt: 'none' }))).toBe(
      'consent_required',
    )
    const another = await registerClient(suite, 'unknown')
    expect(await outcome(silently(bobs, another, 'base'))).toBe('consent')
    expect(await outcome(silently(browser, known, 'base'))).toBe('consent')
  })

  test('gives tokens with what is asked alone, and no grant besides', async () => {
    const narrow = await registerClient(suite, 'narrow')
    await decide(bobs, authorizationRequest(narrow, 'base forum:read forum:write', { prompt: null }).path)
    const request = authorizationRequest(narrow, 'forum:read', { prompt: null })
    const code = new URL((await bobs.get(request.path)).location!).searchParams.get('code')!
    const tokens = (await exchange(suite, narrow, { code, verifier: request.verifier })).body
    expect(tokens.scope).toBe('forum:read')
    expect((await refresh(suite, narrow, tokens.refresh_token, { scope: 'forum:write' })).body.error).toBe(
      'invalid_scope',
    )
    const [row] = await query(
      suite,
      `SELECT count(*)::int AS n FROM oauth_grant WHERE client_id = '${narrow.id}'`,
    )
    expect(row!.n).toBe(1)
  })

  test('is forgotten with its grant, by whichever way it ends, and after 180 days', async () => {
    const forgotten = await registerClient(suite, 'forgotten')
    const agree = async () => {
      const { path, verifier } = authorizationRequest(forgotten, 'base', { prompt: null })
      const code = (await decide(bobs, path)).get('code')!
      return (await exchange(suite, forgotten, { code, verifier })).body
    }
    const ask = () => outcome(silently(bobs, forgotten, 'base'))
    await agree()
    expect(await ask()).toBe('code')
    await suite.call('DELETE', `/users/${bob.id}/grants/${forgotten.key}`, { as: bob })
    expect(await ask()).toBe('consent')
    const { refresh_token: token } = await agree()
    await post(suite, forgotten, { token }, 'revoke')
    expect(await ask()).toBe('consent')
    await agree()
    await query(
      suite,
      `UPDATE oauth_grant SET expires_at = now() - interval '1 s' WHERE client_id = '${forgotten.id}'`,
    )
    expect(await ask()).toBe('consent')
  })

  test('is asked each time for a program that any other could pose as', async () => {
    const native = await registerClient(suite, 'native', {
      secret: null,
      callback: 'http://127.0.0.1/callback',
    })
    await decide(bobs, authorizationRequest(native, 'base', { prompt: null }).path)
    expect(await outcome(silently(bobs, native, 'base'))).toBe('consent')
    expect(await outcome(silently(bobs, native, 'base', { prompt: 'none' }))).toBe('consent_required')
    const page = await registerClient(suite, 'page', { secret: null })
    await decide(bobs, authorizationRequest(page, 'base', { prompt: null }).path)
    expect(await outcome(silently(bobs, page, 'base'))).toBe('code')
  })

  test('withdrawn between a code and its redemption gives no tokens', async () => {
    const raced = await registerClient(suite, 'raced')
    await decide(bobs, authorizationRequest(raced, 'openid', { prompt: null }).path)
    const request = authorizationRequest(raced, 'openid', { prompt: null })
    const code = new URL((await bobs.get(request.path)).location!).searchParams.get('code')!
    await suite.call('DELETE', `/users/${bob.id}/grants/${raced.id}`, { as: bob })
    const answer = await exchange(suite.urls.gateway[1]!, raced, { code, verifier: request.verifier })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('a sign-in', () => {
  const request = (over: Record<string, string | null>) =>
    authorizationRequest(client, 'openid', { prompt: null, ...over }).path
  const back = async (as: Browser, path: string) => {
    const { location } = await as.get(path)
    return new URL(location!)
  }
  async function fresh(name: string) {
    const member = await suite.member(name)
    const own = await signedIn(suite.url, member.username, member.password)
    await decide(own, request({}))
    return { member, own }
  }
  const age = (member: Member, seconds: number) =>
    query(
      suite,
      `UPDATE session SET confirmed_at = now() - interval '${seconds} s' WHERE account_id = '${member.id}'`,
    )

  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
    ['max_age, exceeded', { max_age: '60' }],
  ] as const)('is made anew for %s, and once', async (what, over) => {
    const { member, own } = await fresh(`anew_${what.replaceAll(/\W/g, '')}`)
    await age(member, 3600)
    const signIn = await back(own, request(over))
    expect(signIn.pathname).toBe('/sign-in')
    const again = signIn.searchParams.get('next')!
    // Without a sign-in there is no way around.
    expect((await back(own, again)).pathname).toBe('/sign-in')
    const page = await own.submit(signIn.href, { login: member.username, password: member.password })
    const answer = await own.get(page.location!)
    expect(answer.location).toMatch(/[?&]code=/)
  })

  test('that is not too old suffices; `auth_time` tells its age', async () => {
    const { member, own } = await fresh('recent')
    await age(member, 50)
    const { path, verifier } = authorizationRequest(client, 'openid', { prompt: null, max_age: '3600' })
    const code = (await back(own, path)).searchParams.get('code')!
    const { body } = await exchange(suite, client, { code, verifier })
    const { auth_time: time, iat } = await verified(body.id_token)
    expect(iat! - Number(time)).toBeGreaterThanOrEqual(50)
  })

  test('cannot be asked for without a page', async () => {
    const { member, own } = await fresh('unasked')
    await age(member, 3600)
    const refused = await back(own, request({ prompt: 'none', max_age: '60' }))
    expect(refused.searchParams.get('error')).toBe('login_required')
    const guest = await back(new Browser(suite.url), request({ prompt: 'none' }))
    expect(guest.searchParams.get('error')).toBe('login_required')
    const both = await back(own, request({ prompt: 'none login' }))
    expect(both.searchParams.get('error')).toBe('invalid_request')
  })
})
