import { Browser, contentOf } from '@agora/testing/page-browser'
import {
  type Answer,
  basic,
  bearer,
  type Caller,
  type Member,
  type Suite,
  startSuite,
} from '@agora/testing/suite'
import { generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logsOf } from './dump.ts'
import { obtainTokens, registerClient, signedIn } from './oauth/client.ts'
import { type OpenidProvider, startOpenidProvider } from './openid-provider.ts'
import { nowAndThen, query } from './query.ts'

let suite: Suite
let provider: OpenidProvider
beforeAll(async () => {
  provider = await startOpenidProvider()
  const client = { client_id: 'agora', display_name: 'Provider', allow_http: true }
  suite = await startSuite({
    services: ['gateway', 'web'],
    replicas: { gateway: 2 },
    config: {
      providers: {
        provider_a: { ...client, issuer: provider.issuer, secret_env: 'PROVIDER_A_SECRET' },
        provider_b: { ...client, issuer: 'http://127.0.0.1:9', secret_env: 'PROVIDER_B_SECRET' },
      },
    },
    env: { gateway: { PROVIDER_A_SECRET: 'a secret: with/marks', PROVIDER_B_SECRET: 'unused' } },
  })
  provider.register({ id: 'agora', secret: 'a secret: with/marks', callback: callback() })
})
beforeEach(() => {
  provider.user = null
  provider.tokenAnswer = undefined
})
afterAll(async () => {
  await suite?.close()
  await provider?.close()
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const nobody = '00000000-0000-7000-8000-000000000000'
const outcome = ({ status, body }: Answer) => [status, body]
const invalidState = [400, { error: 'invalid state' }]
const refused = [400, { error: 'provider refused' }]
const taken = [409, { error: 'account is already linked' }]
const unavailable = [503, { error: 'service unavailable' }]

const callback = (user = 'self', key = 'provider_a') =>
  `${suite.url}/api/v1/users/${user}/user-links/${key}/callback`
const authorize = (user: string, as: Caller, key = 'provider_a', headers = {}) =>
  suite.call('GET', `/users/${user}/user-links/${key}/authorize`, { as, headers })
const linksOf = async (member: Member) =>
  (await suite.call('GET', `/users/${member.id}/user-links`, { as: member })).body

/** Sends a member to the provider; returns the address. */
async function begin(member: Member, as: Caller = member): Promise<URL> {
  const answer = await authorize(member.id, as)
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

/** Goes through the provider; returns the address that it sends the member back to. */
async function travel(from: URL): Promise<URL> {
  const browser = new Browser(provider.issuer)
  for (let at = from; ; ) {
    if (at.origin === suite.url) return at
    const { location, status, text } = await browser.get(at.href)
    if (location === undefined) throw new Error(`the provider stopped: ${status} ${text}`)
    at = new URL(location)
  }
}

const come = (back: URL, as: Caller) => suite.call('GET', back.href, { as })
async function link(member: Member, as: Caller = member): Promise<Answer> {
  return come(await travel(await begin(member, as)), as)
}
const altered = (url: URL, parameters: Record<string, string | null>) => {
  const copy = new URL(url)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) copy.searchParams.delete(name)
    else copy.searchParams.set(name, value)
  }
  return copy
}

describe('an old session', () => {
  test('links nothing until its member gives the password, in place, and goes on from there', async () => {
    const member = await suite.member('confirming')
    const browser = await signedIn(suite.url, member.username, member.password)
    const aged = `UPDATE session SET confirmed_at = now() - interval '16 minutes' WHERE account_id = $1`
    await query(suite, aged, [member.id])
    expect(outcome(await authorize('self', member))).toEqual([403, { error: 'recent sign-in is required' }])
    const start = '/api/v1/users/self/user-links/provider_a/authorize'
    const { location } = await browser.get(start)
    expect(location).toBe(`${suite.url}/confirm?${new URLSearchParams({ next: start })}`)
    const wrong = await browser.submit(location ?? '', { current_password: 'a guess' })
    expect(wrong.status).toBe(403)
    const confirmed = await browser.submit(location ?? '', { current_password: member.password })
    expect([confirmed.status, confirmed.text.includes(`url=${start}`)]).toEqual([200, true])
    expect(new URL((await browser.get(start)).location ?? '').origin).toBe(provider.issuer)
    // The other session of the member is as old as before.
    expect((await authorize('self', member)).status).toBe(403)
    await query(suite, `DELETE FROM provider_linking WHERE account_id = $1`, [member.id])
    await Promise.all(Array.from({ length: 15 }, () => browser.get(start)))
    const waiting = await query(suite, 'SELECT 1 FROM provider_linking WHERE account_id = $1', [member.id])
    expect(waiting).toHaveLength(10)
    for (const next of ['//evil.example', 'https://evil.example'])
      expect(contentOf((await browser.get(`/confirm?${new URLSearchParams({ next })}`)).text)).not.toContain(
        'evil.example',
      )
  })
})

describe('linking an account of a provider', () => {
  test('sends the member there with PKCE, state and nonce, and returns the link on the way back', async () => {
    const member = await suite.member('traveller')
    provider.user = { sub: 'user|17', name: 'Tra\u0000veller\n', preferred_username: 'tra' }
    const target = await begin(member)
    expect(target.origin).toBe(provider.issuer)
    expect(Object.fromEntries(target.searchParams)).toEqual({
      client_id: 'agora',
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: callback(),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const back = await travel(target)
    const answer = await come(back, member)
    expect(outcome(answer)).toEqual([
      200,
      {
        type: 'ProviderA',
        id: expect.stringMatching(uuid),
        user: { type: 'User', id: member.id },
        period: { start: expect.stringMatching(timestamp), end: null },
        visibility: nowAndThen('Private'),
        rank: nowAndThen(0),
        target: { user: { type: 'ProviderAUser', id: 'user|17', display_name: 'Tra veller' } },
      },
    ])
    expect(await linksOf(member)).toEqual([answer.body])
    expect(outcome(await come(back, member))).toEqual(invalidState)

    await expect.poll(() => logsOf(suite).includes('/user-links/provider_a/callback"')).toBe(true)
    for (const name of ['state', 'code'])
      expect(logsOf(suite).includes(back.searchParams.get(name) ?? '')).toBe(false)
    const [row] = await query<{ count: number }>(
      suite,
      'SELECT count(*)::int FROM provider_linking WHERE account_id = $1',
      [member.id],
    )
    expect(row?.count).toBe(0)
  })

  test('uses the id in place of a missing name, and orders several links by creation', async () => {
    const member = await suite.member('several')
    provider.user = { sub: 'first' }
    const first = await link(member)
    provider.user = { sub: 'second', name: ' ', preferred_username: 'Number Two' }
    await link(member)
    expect(first.body.target.user).toEqual({ type: 'ProviderAUser', id: 'first', display_name: 'first' })
    const shown = (await linksOf(member)).map(
      ({ rank, target }: { rank: object; target: { user: { display_name: string } } }) => [
        rank,
        target.user.display_name,
      ],
    )
    expect(shown).toEqual([
      [nowAndThen(0), 'first'],
      [nowAndThen(1), 'Number Two'],
    ])
  })

  test('returns the existing link for an account that is already linked, and 409 to anybody else', async () => {
    const [owner, other] = [await suite.member('first_owner'), await suite.member('second_owner')]
    provider.user = { sub: 'one of a kind' }
    const { body } = await link(owner)
    expect(outcome(await link(owner))).toEqual([200, body])
    expect(outcome(await link(other))).toEqual(taken)
    await suite.call('DELETE', `/users/${owner.id}/user-links/${body.id}`, { as: owner })
    expect((await link(other)).status).toBe(200)
  })

  test('gives an account to one of two who come back with it at once', async () => {
    const members = [await suite.member('left'), await suite.member('right')]
    provider.user = { sub: 'contested' }
    const backs = [await travel(await begin(members[0]!)), await travel(await begin(members[1]!))]
    const answers = await Promise.all(backs.map((back, index) => come(back, members[index]!)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is not linked by a session that ends while the provider is asked', async () => {
    const member = await suite.member('overtaken')
    provider.user = { sub: 'of a thief', name: 'Thief' }
    const back = await travel(await begin(member))
    const owner = new pg.Client({
      connectionString: suite.database.urls.gateway,
      options: '-c search_path=gateway',
    })
    await owner.connect()
    await owner.query('BEGIN')
    await owner.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [member.id])
    const coming = come(back, member)
    await expect
      .poll(() => query(suite, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`), {
        timeout: 10_000,
      })
      .toHaveLength(1)
    await owner.query('DELETE FROM session WHERE account_id = $1', [member.id])
    await owner.query('COMMIT')
    await owner.end()
    expect(outcome(await coming)).toEqual([401, { error: 'authentication required' }])
    expect(await query(suite, 'SELECT FROM user_link WHERE account_id = $1', [member.id])).toEqual([])
  })

  test('accepts one of twenty simultaneous returns, on two replicas', async () => {
    const member = await suite.member('raced')
    provider.user = { sub: 'raced' }
    const back = await travel(await begin(member))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const replica = suite.urls.gateway[index % 2] ?? ''
        return come(new URL(back.href.replace(suite.url, replica)), member)
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
    expect(await linksOf(member)).toHaveLength(1)
  })

  test('works with HTTP Basic, and with one’s own id for `self` in the address', async () => {
    const member = await suite.member('basic_member')
    provider.user = { sub: 'basic' }
    const caller = basic(member.username, member.password)
    const back = await travel(await begin(member, caller))
    expect(outcome(await come(back, member))).toEqual(invalidState)
    expect((await come(new URL(back.href.replace('/self/', `/${member.id}/`)), caller)).status).toBe(200)
    expect((await authorize('self', caller)).status).toBe(302)
  })
})

describe('what comes back', () => {
  test('is refused to every other session, member and caller, and stays valid for the right one', async () => {
    const [member, thief] = [await suite.member('rightful'), await suite.member('wrongful')]
    provider.user = { sub: 'rightful' }
    const back = await travel(await begin(member))
    const browser = await signedIn(suite.url, member.username, member.password)
    const cookie = [...browser.cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const caller of [thief, { headers: { cookie } }, basic(member.username, member.password)])
      expect(outcome(await come(back, caller))).toEqual(invalidState)
    expect(outcome(await come(back, { headers: {} }))).toEqual([401, { error: 'authentication required' }])
    expect(await linksOf(thief)).toEqual([])
    expect((await come(back, member)).status).toBe(200)
  })

  test('is refused at the other provider’s address, once it is too late, and without a state', async () => {
    const member = await suite.member('lost')
    provider.user = { sub: 'lost' }
    const back = await travel(await begin(member))
    expect(outcome(await come(new URL(`${callback('self', 'provider_b')}${back.search}`), member))).toEqual(
      invalidState,
    )
    for (const state of [null, '', 'x', '\0', 'A'.repeat(43)])
      expect(outcome(await come(altered(back, { state }), member))).toEqual(invalidState)
    await query(suite, 'UPDATE provider_linking SET expires_at = now() WHERE account_id = $1', [member.id])
    expect(outcome(await come(back, member))).toEqual(invalidState)
    expect(await linksOf(member)).toEqual([])
  })

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['without an issuer', { iss: null }],
    ['with another code', { code: 'x'.repeat(43) }],
    ['without a code', { code: null }],
    ['that says an error', { code: null, error: 'access_denied' }],
  ])('is refused as an answer %s', async (name, parameters) => {
    const member = await suite.member(name.replaceAll(' ', '_'))
    provider.user = { sub: member.username }
    const back = await travel(await begin(member))
    expect(outcome(await come(altered(back, parameters), member))).toEqual(refused)
    expect(outcome(await come(back, member))).toEqual(invalidState)
    expect(await linksOf(member)).toEqual([])
  })

  test('is refused if a parameter is repeated', async () => {
    const member = await suite.member('twofold')
    provider.user = { sub: 'twofold' }
    const back = await travel(await begin(member))
    back.searchParams.append('state', 'another')
    expect(outcome(await come(back, member))).toEqual(refused)
  })

  test('is refused if the member refused there', async () => {
    const member = await suite.member('reluctant')
    const back = await travel(await begin(member))
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(outcome(await come(back, member))).toEqual(refused)
  })

  test('is refused if the ID token has another subject, time or signer', async () => {
    const member = await suite.member('deceived')
    const { privateKey } = await generateKeyPair('RS256')
    const { keys } = await (await fetch(`${provider.issuer}/jwks`)).json()
    for (const over of [
      {},
      { nonce: 'another' },
      { aud: 'another' },
      { iss: 'https://evil.example' },
      { exp: 1 },
    ]) {
      provider.user = { sub: 'deceiver' }
      const target = await begin(member)
      const back = await travel(target)
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: provider.issuer, aud: 'agora', sub: 'victim', iat: now, exp: now + 60 }
      const token = await new SignJWT({ ...claims, nonce: target.searchParams.get('nonce'), ...over })
        .setProtectedHeader({ alg: 'RS256', kid: keys[0].kid })
        .sign(privateKey)
      provider.tokenAnswer = (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: token }))
      expect(outcome(await come(back, member))).toEqual(refused)
      provider.tokenAnswer = undefined
    }
    expect(await linksOf(member)).toEqual([])
  })

  test('is 503 while the provider is down or broken', async () => {
    const member = await suite.member('patient')
    expect(outcome(await authorize(member.id, member, 'provider_b'))).toEqual(unavailable)
    provider.user = { sub: 'patient' }
    for (const answer of ['close', 'fail', 'babble'] as const) {
      const back = await travel(await begin(member))
      provider.tokenAnswer = (request, response) => {
        if (answer === 'close') request.socket.destroy()
        else if (answer === 'fail') response.writeHead(500).end()
        else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>')
      }
      expect(outcome(await come(back, member))).toEqual(unavailable)
      provider.tokenAnswer = undefined
    }
    expect((await link(member)).status).toBe(200)
  })
})

describe('beginning', () => {
  test('is only for one’s own account, with full authority', async () => {
    const [member, stranger] = [await suite.member('self_only'), await suite.member('stranger')]
    const client = await registerClient(suite, 'linker')
    const browser = await signedIn(suite.url, member.username, member.password)
    const { access_token } = await obtainTokens(suite, browser, client, 'base')
    const forbidden = [403, { error: 'forbidden' }]
    const unauthenticated = [401, { error: 'authentication required' }]
    for (const caller of [stranger, await suite.administrator(), bearer(access_token)])
      expect(outcome(await authorize(member.id, caller))).toEqual(forbidden)
    expect(outcome(await authorize('self', bearer(access_token)))).toEqual(forbidden)
    for (const caller of [{ headers: {} }, basic(client.key, client.secret)])
      expect(outcome(await authorize('self', caller))).toEqual(unauthenticated)
    const wrong = basic(member.username, 'wrong')
    expect(outcome(await authorize('self', wrong))).toEqual([401, { error: 'invalid credentials' }])
    for (const id of [nobody, 'x', '%00'])
      expect(outcome(await authorize(id, member))).toEqual([404, { error: 'user not found' }])
    expect(outcome(await authorize('self', member, 'provider_c'))).toEqual([404, { error: 'not found' }])
    for (const site of ['cross-site', 'same-site'])
      expect(outcome(await authorize('self', member, 'provider_a', { 'sec-fetch-site': site }))).toEqual([
        403,
        { error: 'invalid origin' },
      ])
  })
})

describe('a browser', () => {
  test('ends at a page of this site, whatever its address contained, or at one that says what went wrong', async () => {
    const member = await suite.member('browsing')
    provider.user = { sub: 'browsing' }
    const browser = await signedIn(suite.url, member.username, member.password)
    const path = '/api/v1/users/self/user-links/provider_a/authorize?next=https://evil.example'
    const { location = '' } = await browser.get(path)
    const back = await travel(new URL(location))
    const done = await browser.get(altered(back, { next: 'https://evil.example' }).href)
    expect([done.status, done.location]).toEqual([303, `${suite.url}/account-linked`])
    expect((await browser.get('/account-linked')).status).toBe(200)
    expect(await linksOf(member)).toHaveLength(1)

    const again = await browser.get(back.href)
    expect([again.status, again.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await new Browser(suite.url).get(back.href)).text).toContain('not signed in')
  })
})
