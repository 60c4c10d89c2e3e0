import { sharedSite } from '@agora/testing/shared-suite'
import { basic, bearer, type Caller, type Member, type Suite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, obtainTokens, post, registerClient, signedIn } from './oauth/client.ts'

let suite: Suite
let member: Member
let client: Client
beforeAll(async () => {
  suite = await sharedSite()
  member = await suite.member('reader')
  client = await registerClient(suite, 'stream_reader')
})
afterAll(() => suite?.close())

/** A stream with a new token of a member; returns the token and the stream's end. */
async function listen(by = client, of = member) {
  const browser = await signedIn(suite.url, of.username, of.password)
  const { access_token: token } = await obtainTokens(suite, browser, by, 'base forum:read')
  return Object.assign(await open(bearer(token)), { token })
}
async function open({ headers }: Caller) {
  const response = await fetch(`${suite.url}/api/v1/notifications/stream`, { headers })
  expect(response.status).toBe(200)
  const stream = { isOver: false }
  const over = () => {
    stream.isOver = true
  }
  void response.body?.pipeTo(new WritableStream()).then(over, over)
  return stream
}
const ends = (stream: { isOver: boolean }) =>
  expect.poll(() => stream.isOver, { timeout: 5_000, interval: 50 }).toBe(true)

test('a stream ends with the token that it was opened with, and no other stream does', async () => {
  const [revoked, other] = [await listen(), await listen()]
  const answer = await post(suite, client, { token: revoked.token }, 'revoke')
  expect(answer.status).toBe(200)
  await ends(revoked)
  expect(other.isOver).toBe(false)
})

test('an application’s streams end when the member revokes its grant', async () => {
  const stream = await listen()
  const { body } = await suite.call('GET', `/users/${member.id}/grants`, { as: member })
  const path = `/users/${member.id}/grants/${body.items[0].client.id}`
  expect((await suite.call('DELETE', path, { as: member })).status).toBe(200)
  await ends(stream)
})

test('an application’s streams end when it may do less than when they were opened, and no other’s do', async () => {
  const reduced = await registerClient(suite, 'stream_reduced')
  const administrator = await suite.administrator()
  const byToken = async (scope: string) => {
    const browser = await signedIn(suite.url, 'administrator', administrator.password)
    return bearer((await obtainTokens(suite, browser, reduced, scope)).access_token)
  }
  const moderating = await open(await byToken('base forum:read forum:moderate'))
  const [reading, ofAnother] = [await open(await byToken('base forum:read')), await listen()]
  const allowed = { base: true, forum_read: true, forum_write: true, forum_moderate: false }
  await registerClient(suite, 'stream_reduced', { allowed })
  await ends(moderating)
  expect([reading.isOver, ofAnother.isOver]).toEqual([false, false])
})

test('a stream ends when the token or session that it was opened with expires, and no other stream does', async () => {
  const lapsing = await suite.member('lapsing')
  const [byToken, bySession, byPassword] = [
    await listen(client, lapsing),
    await open(lapsing),
    await open(basic(lapsing.username, lapsing.password)),
  ]
  const rows = new pg.Client({
    connectionString: suite.database.urls.gateway,
    options: '-c search_path=gateway',
  })
  await rows.connect()
  const lapse = (table: string, whose: string, id: string) =>
    rows.query(`UPDATE ${table} SET expires_at = now() WHERE ${whose} = $1`, [id])
  const grants = '(SELECT account_id FROM oauth_grant WHERE id = grant_id)'
  await lapse('oauth_token', grants, lapsing.id)
  await ends(byToken)
  expect(bySession.isOver).toBe(false)
  await lapse('session', 'account_id', lapsing.id)
  await rows.end()
  await ends(bySession)
  expect(byPassword.isOver).toBe(false)
})

test('an application’s streams end when it is deleted, and all of a member’s when they are banned or erased', async () => {
  const administrator = await suite.administrator()
  const deleted = await registerClient(suite, 'stream_leaver')
  const [leaving, staying] = [await listen(deleted), await listen()]
  const ended = async (method: string, path: string, as: Caller, body?: object) =>
    expect((await suite.call(method, path, { as, body })).status).toBe(200)
  await ended('DELETE', `/oauth_clients/${deleted.id}`, administrator)
  await ends(leaving)
  const [banned, erased] = [await suite.member('banned'), await suite.member('erased')]
  const all = (one: Member) =>
    Promise.all([listen(client, one), open(one), open(basic(one.username, one.password))])
  const [ofBanned, ofErased] = [await all(banned), await all(erased)]
  await ended('PUT', `/users/${banned.id}/ban`, administrator, { reason: 'Spam', expires_at: null })
  await ended('DELETE', `/users/${erased.id}`, erased, { current_password: erased.password })
  for (const stream of [...ofBanned, ...ofErased]) await ends(stream)
  expect(staying.isOver).toBe(false)
})
