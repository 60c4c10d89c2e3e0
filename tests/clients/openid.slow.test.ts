import { type Browser, hiddenFields } from '@agora/testing/page-browser'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, registerClient, signedIn } from '../../services/gateway/tests/oauth/client.ts'
import { query } from '../../services/gateway/tests/query.ts'
import { signInByAuthJs } from './auth-js.ts'
import { answered } from './callback.ts'

let suite: Suite
let alice: Member
let browser: Browser
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'web'] })
  alice = await suite.member('alice')
  browser = await signedIn(suite.url, alice.username, alice.password)
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     VALUES (uuidv7(), '${alice.id}', 'Email', 'alice@alice.example', 'alice@alice.example')`,
  )
})
afterAll(() => suite?.close())

const scope = 'openid profile email'
const profile = { name: 'alice', email: 'alice@alice.example', email_verified: true }

test('openid-client signs in by its defaults, and reads, asks, renews and revokes', async () => {
  const client = await registerClient(suite, 'openid_client')
  const config = await openid.discovery(new URL(suite.url), client.id, client.secret, undefined, {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const request = openid.buildAuthorizationUrl(config, {
    redirect_uri: client.callback,
    scope,
    state,
    nonce,
    max_age: '3600',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const tokens = await openid.authorizationCodeGrant(
    config,
    await answered(browser, request, client.callback),
    {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      maxAge: 3600,
      idTokenExpected: true,
    },
  )
  expect(tokens.claims()).toMatchObject({ sub: alice.id, ...profile })
  expect(await openid.fetchUserInfo(config, tokens.access_token, alice.id)).toMatchObject(profile)
  expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true, scope })
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
  expect(renewed.claims()?.sub).toBe(alice.id)
  await openid.tokenRevocation(config, renewed.refresh_token!)
  expect(await openid.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false })
  await expect(openid.fetchUserInfo(config, renewed.access_token, alice.id)).rejects.toMatchObject({
    status: 401,
  })
})

const ofOpenidClient = async (name: string, secret: string | null = 'a secret', callback?: string) => {
  const client = await registerClient(suite, name, { secret, ...(callback && { callback }) })
  const method = secret === null ? openid.None() : undefined
  const config = await openid.discovery(new URL(suite.url), client.id, secret ?? undefined, method, {
    execute: [openid.allowInsecureRequests],
  })
  return { client, config }
}

test('openid-client signs in on a device without a browser', async () => {
  const { config } = await ofOpenidClient('television', null, 'http://127.0.0.1/callback')
  const device = await openid.initiateDeviceAuthorization(config, { scope })
  const polling = openid.pollDeviceAuthorizationGrant(config, device)
  const asked = await browser.fill(device.verification_uri_complete!, '/device')
  await browser.post('/device', { ...hiddenFields(asked.text), decision: 'allow' })
  const tokens = await polling
  expect(tokens.claims()).toMatchObject({ sub: alice.id, ...profile })
  expect(await openid.fetchUserInfo(config, tokens.access_token, alice.id)).toMatchObject(profile)
}, 60_000)

test('openid-client signs out, by what it was told at the sign-in', async () => {
  const { client, config } = await ofOpenidClient('leaving')
  const bob = await suite.member('leaving')
  const own = await signedIn(suite.url, bob.username, bob.password)
  const verifier = openid.randomPKCECodeVerifier()
  const request = openid.buildAuthorizationUrl(config, {
    redirect_uri: client.callback,
    scope,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const tokens = await openid.authorizationCodeGrant(config, await answered(own, request, client.callback), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const home = 'https://leaving.example/'
  const leave = openid.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token!,
    post_logout_redirect_uri: home,
  })
  const sent = await own.submit((await own.get(leave.href)).location!, {})
  expect((await own.get(sent.location!)).text).toContain(`content="0; url=${home}"`)
  expect(JSON.parse((await own.get('/api/v1/auth/self')).text).type).toBe('Guest')
})

const insecure = { [oauth.allowInsecureRequests]: true }
async function discovered() {
  const issuer = new URL(suite.url)
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
}

test('oauth4webapi signs in, verifies the id token’s signature and reads userinfo', async () => {
  const client: Client = await registerClient(suite, 'oauth_for_web')
  const server = await discovered()
  const me: oauth.Client = { client_id: client.id }
  const verifier = oauth.generateRandomCodeVerifier()
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
  const request = new URL(server.authorization_endpoint!)
  request.search = new URLSearchParams({
    client_id: me.client_id,
    redirect_uri: client.callback,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const back = await answered(browser, request, client.callback)
  const given = oauth.validateAuthResponse(server, me, back, state)
  const secret = oauth.ClientSecretBasic(client.secret)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    me,
    secret,
    given,
    client.callback,
    verifier,
    insecure,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, me, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, insecure)
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: alice.id, ...profile })
  const told = await oauth.userInfoRequest(server, me, tokens.access_token, insecure)
  expect(await oauth.processUserInfoResponse(server, me, alice.id, told)).toMatchObject(profile)
})

test('Auth.js signs in with the issuer alone', async () => {
  const app = 'http://auth-js.example'
  const client = await registerClient(suite, 'auth_js', { callback: `${app}/auth/callback/agora` })
  const provider = { issuer: suite.url, clientId: client.id, clientSecret: client.secret }
  const session = await signInByAuthJs(app, provider, async (request) =>
    answered(browser, request, client.callback),
  )
  expect(session.user).toEqual({ name: 'alice', email: profile.email })
})
