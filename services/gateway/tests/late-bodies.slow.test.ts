import { readFileSync } from 'node:fs'
import { hashToken, newToken } from '@agora/shared/tokens'
import { sharedSite } from '@agora/testing/shared-suite'
import { basic, bearer, type Caller, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { obtainTokens, post, registerClient, signedIn } from './oauth/client.ts'
import { query } from './query.ts'
import { type Begun, begin } from './slow-request.ts'

let suite: Suite
let administrator: Member
let thread: string
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
  const body = { title: 'A thread', body: 'its first post' }
  thread = (await suite.call('POST', '/forum/sections/welcome', { as: administrator, body })).body.id
})
afterAll(() => suite?.close())

/** What a member may write: at a service, and on the account itself. */
const acts = (id: string): [method: string, path: string, body: object][] => [
  ['POST', '/forum/sections/welcome', { title: 'Written late', body: 'written late' }],
  ['POST', `/forum/threads/${thread}`, { body: 'written late' }],
  ['PATCH', `/users/${id}`, { display_name: 'Renamed late' }],
  ['POST', `/users/${id}/emails`, { email: `late_${id}@example.org` }],
]
const beginAll = (as: Caller, id: string): Promise<Begun[]> =>
  Promise.all(acts(id).map(([method, path, body]) => begin(suite.url, method, path, as, body)))
const statuses = async (begun: Begun[]) =>
  (await Promise.all(begun.map(({ finish }) => finish()))).map(({ status }) => status)

async function expectNothingWritten({ id, displayName }: Member) {
  const { body } = await suite.call('GET', `/forum/users/${id}/posts`)
  expect(body.items ?? []).toEqual([])
  const accounts = await query(suite, 'SELECT FROM account WHERE id = $1 AND display_name <> $2', [
    id,
    displayName,
  ])
  expect(accounts).toEqual([])
  expect(await query(suite, 'SELECT FROM mail_request WHERE email = $1', [`late_${id}@example.org`])).toEqual(
    [],
  )
}
const ok = async (method: string, path: string, as: Caller, body?: object) => {
  const answer = await suite.call(method, path, { as, ...(body ? { body } : {}) })
  expect(answer.status, answer.text).toBe(200)
}
const ban = ({ id }: Member) => ok('PUT', `/users/${id}/ban`, administrator, { reason: 'Spam' })
const changePassword = ({ id, username, password }: Member) =>
  ok('PATCH', `/users/${id}`, basic(username, password), {
    password: 'another password',
    current_password: password,
  })

describe('what ends while a request’s body is on its way counts for the request', () => {
  const endings: [string, (member: Member) => Promise<void>][] = [
    ['a ban', ban],
    ['a sign-out', (member) => ok('DELETE', '/auth/self', member)],
    [
      'an erasure',
      (member) => ok('DELETE', `/users/${member.id}`, member, { current_password: member.password }),
    ],
    ['a new password', changePassword],
  ]
  test.each(endings)('%s, for a session', async (what, end) => {
    const member = await suite.member(`late_${what.replaceAll(/[^a-z]/g, '_')}`)
    const begun = await beginAll(member, member.id)
    await end(member)
    // As of any guest.
    expect(await statuses(begun)).toEqual([403, 403, 401, 401])
    await expectNothingWritten(member)
  })

  test.each([
    ['a ban', ban],
    ['a new password', changePassword],
  ])('%s, for HTTP Basic', async (what, end) => {
    const member = await suite.member(`basic_${what.replaceAll(' ', '_')}`)
    const begun = await beginAll(basic(member.username, member.password), member.id)
    await end(member)
    expect(await statuses(begun)).toEqual([401, 401, 401, 401])
    await expectNothingWritten(member)
  })

  test('a revoked token, a revoked grant and a lost scope, for an application', async () => {
    const client = await registerClient(suite, 'late_writer')
    const member = await suite.member('late_by_token')
    const browser = await signedIn(suite.url, member.username, member.password)
    const token = async () =>
      (await obtainTokens(suite, browser, client, 'base forum:read forum:write')).access_token
    const reply = (value: string) =>
      begin(suite.url, 'POST', `/forum/threads/${thread}`, bearer(value), { body: 'written late' })
    const revoked = await token()
    const byRevoked = await reply(revoked)
    expect((await post(suite, client, { token: revoked }, 'revoke')).status).toBe(200)
    expect((await byRevoked.finish()).status).toBe(401)
    const byGrant = await reply(await token())
    await ok('DELETE', `/users/${member.id}/grants/${client.id}`, member)
    expect((await byGrant.finish()).status).toBe(401)
    const byScope = await reply(await token())
    const allowed = { base: true, forum_read: true, forum_write: false, forum_moderate: false }
    await registerClient(suite, 'late_writer', { allowed })
    expect((await byScope.finish()).status).toBe(403)
    await expectNothingWritten(member)
  })
})

test('a slow body of somebody who stays signed in is written', async () => {
  const member = await suite.member('slow_and_honest')
  const begun = [...(await beginAll(member, member.id))]
  expect(await statuses(begun)).toEqual([200, 200, 200, 200])
  const [byBasic] = await beginAll(basic(member.username, member.password), member.id)
  expect((await byBasic?.finish())?.status).toBe(200)
})

test('on every route with a body, who was signed out meanwhile gets the answer of a guest', async () => {
  const { id } = await suite.member('walked_over')
  const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'))
  const routes = Object.entries<Record<string, { requestBody?: unknown }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody !== undefined)
        .map(([method]) => ({
          method: method.toUpperCase(),
          path: path.replace(/^\/api\/v1/, '').replaceAll(/\{[^}]*\}/g, id),
        })),
  )
  expect(routes.length).toBeGreaterThan(40)
  let refused = 0
  for (const { method, path } of routes) {
    const sid = newToken()
    const hash = hashToken(sid)
    await query(
      suite,
      `INSERT INTO session (id, token_hash, account_id, expires_at)
       VALUES (gen_random_uuid(), $1, $2, now() + interval '1 day')`,
      [hash, administrator.id],
    )
    const begun = await begin(suite.url, method, path, { headers: { cookie: `sid=${sid}` } }, {})
    await query(suite, 'DELETE FROM session WHERE token_hash = $1', [hash])
    const late = await begun.finish()
    const guest = await (await begin(suite.url, method, path, { headers: {} }, {})).finish()
    expect([late.status, late.body], `${method} ${path}`).toEqual([guest.status, guest.body])
    if (late.status === 401) refused += 1
  }
  expect(refused).toBeGreaterThan(10)
})
