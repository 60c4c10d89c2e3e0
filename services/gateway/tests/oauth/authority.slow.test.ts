import { bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../query.ts'
import {
  allScopes,
  authorizationRequest,
  type Client,
  exchange,
  obtainCode,
  obtainTokens,
  post,
  refresh,
  registerClient,
  signedIn,
  type Tokens,
} from './client.ts'

let suite: Suite
let client: Client
let administrator: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'web'], replicas: { gateway: 2 } })
  client = await registerClient(suite, 'notes')
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

let members = 0
async function memberWithTokens(scope = 'base forum:write') {
  members += 1
  const member = await suite.member(`member_${members}`)
  const browser = await signedIn(suite.url, member.username, member.password)
  return { member, browser, tokens: await obtainTokens(suite, browser, client, scope) }
}

/** Both replicas' answers to a token, on a route that lists 401 for bad credentials. */
const statuses = async ({ access_token: token }: Tokens) => {
  const answers = await Promise.all(
    suite.urls.gateway.map((url) =>
      suite.call('GET', `${url}/api/v1/forum/self/reports`, { as: bearer(token) }),
    ),
  )
  return answers.map(({ status, body }) => (status === 401 ? body.error : status))
}
const live = [200, 200]
const dead = ['invalid credentials', 'invalid credentials']

describe('a token is invalid on every replica from the moment that', () => {
  test('its client is removed', async () => {
    const { member, browser } = await memberWithTokens()
    const doomed = await registerClient(suite, 'doomed')
    const tokens = await obtainTokens(suite, browser, doomed, 'forum:read')
    const own = await post(suite, doomed, { grant_type: 'client_credentials' })
    expect(await statuses(tokens)).toEqual(live)
    const removal = await suite.call('DELETE', `/oauth_clients/${doomed.key}`, { as: administrator })
    expect(removal.status, removal.text).toBe(200)
    expect(await statuses(tokens)).toEqual(dead)
    expect(await statuses(own.body)).toEqual(dead)
    expect((await refresh(suite, doomed, tokens.refresh_token)).body.error).toBe('invalid_client')
    const { body } = await suite.call('GET', `/users/${member.id}/grants`, { as: member })
    expect(body.items.map((item: { client: Client }) => item.client.key)).toEqual([client.key])
  })

  test('its member is banned, and not again when the ban is lifted', async () => {
    const { member, tokens } = await memberWithTokens()
    expect(await statuses(tokens)).toEqual(live)
    const ban = `/users/${member.id}/ban`
    expect((await suite.call('PUT', ban, { as: administrator, body: { reason: 'x' } })).status).toBe(200)
    expect(await statuses(tokens)).toEqual(dead)
    expect((await refresh(suite, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await suite.call('DELETE', ban, { as: administrator })).status).toBe(200)
    expect(await statuses(tokens)).toEqual(dead)
    expect((await refresh(suite, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('its member has a new password', async () => {
    const { member, browser, tokens } = await memberWithTokens()
    const code = await obtainCode(browser, client, 'base')
    const change = { password: 'another password', current_password: member.password }
    const { status } = await suite.call('PATCH', `/users/${member.id}`, { as: member, body: change })
    expect(status).toBe(200)
    expect(await statuses(tokens)).toEqual(dead)
    expect((await refresh(suite.urls.gateway[1]!, client, tokens.refresh_token)).body.error).toBe(
      'invalid_grant',
    )
    expect((await exchange(suite, client, code)).body.error).toBe('invalid_grant')
  })

  test.each(['access_token', 'refresh_token'] as const)('its %s is revoked', async (which) => {
    const { tokens } = await memberWithTokens()
    expect((await post(suite, client, { token: tokens[which] }, 'revoke')).status).toBe(200)
    expect(await statuses(tokens)).toEqual(dead)
    expect((await refresh(suite, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('its hour is over', async () => {
    const { tokens } = await memberWithTokens()
    await query(suite, `UPDATE oauth_token SET expires_at = now() WHERE kind = 'AccessToken'`)
    expect(await statuses(tokens)).toEqual(dead)
    expect((await refresh(suite, client, tokens.refresh_token)).status).toBe(200)
  })
})

test('a member who signs out keeps the tokens, but loses an authorization in progress', async () => {
  const { browser, tokens } = await memberWithTokens()
  const consent = (await browser.get(authorizationRequest(client, 'base').path)).location!
  const page = await browser.get(consent)
  expect(page.status).toBe(200)
  await browser.fill('/signed-in', '/leave')
  expect((await browser.get('/sign-in')).text).not.toContain('You are signed in')
  expect((await browser.get(consent)).text).toContain('This request has expired')
  expect(await statuses(tokens)).toEqual(live)
})

test('a scope taken from a client is taken from its tokens', async () => {
  const { tokens } = await memberWithTokens('base forum:write')
  const section = (await suite.call('GET', '/forum/sections')).body.items.find(
    (item: { key: string }) => item.key === 'welcome',
  )
  const write = () =>
    suite.call('POST', `${suite.urls.gateway[1]}/api/v1/forum/sections/${section.id}`, {
      as: bearer(tokens.access_token),
      body: { title: 'By a client', body: 'Hello' },
    })
  expect((await write()).status).toBe(200)
  await registerClient(suite, 'notes', { allowed: { ...allScopes, forum_write: false } })
  expect((await write()).status).toBe(403)
  const renewed = await refresh(suite, client, tokens.refresh_token)
  expect(renewed.body.scope).toBe('base')
  await registerClient(suite, 'notes')
  expect((await write()).status).toBe(200)
})

test('no scope makes an administrator, and writes outside the forum need more than a token', async () => {
  const { username, password, id } = administrator
  const browser = await signedIn(suite.url, username, password)
  const { access_token: token } = await obtainTokens(
    suite,
    browser,
    client,
    'base forum:read forum:write forum:moderate',
  )
  const as = bearer(token)
  expect((await suite.call('GET', '/auth/self', { as })).body.is_administrator).toBeUndefined()
  expect((await suite.call('PUT', `/users/${id}/ban`, { as, body: { reason: 'x' } })).status).toBe(403)
  const rename = await suite.call('PATCH', `/users/${id}`, { as, body: { display_name: 'Renamed' } })
  expect([rename.status, rename.body]).toEqual([403, { error: 'forbidden' }])
})

test('a client’s own token reads, but writes nothing', async () => {
  const { body } = await post(suite, client, { grant_type: 'client_credentials', scope: 'base forum:write' })
  const as = bearer(body.access_token)
  expect((await suite.call('GET', '/forum/sections', { as })).status).toBe(200)
  const section = (await suite.call('GET', '/forum/sections')).body.items[1].id
  const write = await suite.call('POST', `/forum/sections/${section}`, {
    as,
    body: { title: 'No', body: 'No' },
  })
  expect([401, 403]).toContain(write.status)
})

test('an invalid token is refused wherever credentials count', async () => {
  for (const token of ['nothing', 'x'.repeat(43), 'x'.repeat(5000)]) {
    const answer = await suite.call('PATCH', `/users/${administrator.id}`, {
      as: bearer(token),
      body: { display_name: 'Renamed' },
    })
    expect([answer.status, answer.body]).toEqual([401, { error: 'invalid credentials' }])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="agora", error="invalid_token"')
    expect((await suite.call('GET', '/auth/self', { as: bearer(token) })).body.type).toBe('Guest')
  }
})

test('the database contains no usable code, token or interaction', async () => {
  const { browser, tokens } = await memberWithTokens()
  const code = await obtainCode(browser, client, 'base')
  const waiting = (await browser.get(authorizationRequest(client, 'base').path)).location!.split('/').at(-1)!
  const own = await post(suite, client, { grant_type: 'client_credentials' })
  const sid = [...browser.cookies.values()].find(({ name }) => name === 'sid')!.value
  const rows = await query(
    suite,
    `SELECT t::text FROM oauth_token t UNION ALL SELECT i::text FROM oauth_interaction i
     UNION ALL SELECT g::text FROM oauth_grant g UNION ALL SELECT s::text FROM session s`,
  )
  const stored = JSON.stringify(rows)
  const { access_token: access, refresh_token: renewal } = tokens
  for (const secret of [access, renewal, code.code, waiting, own.body.access_token, sid]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(stored).not.toContain(secret)
  }
})

test('what has expired of OAuth is purged, what holds is kept', async () => {
  const kept = await memberWithTokens()
  const gone = await memberWithTokens()
  await kept.browser.get(authorizationRequest(client, 'base').path)
  const grantsOf = ({ id }: Member) => query(suite, 'SELECT id FROM oauth_grant WHERE account_id = $1', [id])
  await query(suite, 'UPDATE oauth_grant SET expires_at = now() WHERE account_id = $1', [gone.member.id])
  await query(suite, `UPDATE oauth_interaction SET expires_at = now()`)
  await suite.processes.gateway[1]!.restart()
  await expect.poll(() => grantsOf(gone.member), { timeout: 30_000 }).toEqual([])
  expect(await query(suite, 'SELECT FROM oauth_interaction')).toEqual([])
  expect(await grantsOf(kept.member)).toHaveLength(1)
  expect(await statuses(kept.tokens)).toEqual(live)
})
