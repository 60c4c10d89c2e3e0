import { bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, obtainTokens, post, registerClient, signedIn } from './oauth/client.ts'

let suite: Suite
let member: Member
let client: Client
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  member = await suite.member('reader')
  client = await registerClient(suite, 'stream_reader')
})
afterAll(() => suite?.close())

/** A stream by a new token of the member; answers the token and the stream's end. */
async function listen() {
  const browser = await signedIn(suite.url, member.username, member.password)
  const { access_token: token } = await obtainTokens(suite, browser, client, 'base forum:read')
  const { headers } = bearer(token)
  const response = await fetch(`${suite.url}/api/v1/notifications/stream`, { headers })
  expect(response.status).toBe(200)
  const stream = { token, isOver: false }
  const over = () => {
    stream.isOver = true
  }
  void response.body?.pipeTo(new WritableStream()).then(over, over)
  return stream
}
const ends = (stream: { isOver: boolean }) =>
  expect.poll(() => stream.isOver, { timeout: 5_000, interval: 50 }).toBe(true)

test('a stream ends with the token that it was opened with, and no other does', async () => {
  const [revoked, other] = [await listen(), await listen()]
  const answer = await post(suite, client, { token: revoked.token }, 'revoke')
  expect(answer.status).toBe(200)
  await ends(revoked)
  expect(other.isOver).toBe(false)
})

test('streams of an application end with the grant that the member takes back', async () => {
  const stream = await listen()
  const { body } = await suite.call('GET', `/users/${member.id}/grants`, { as: member })
  const path = `/users/${member.id}/grants/${body.items[0].client.id}`
  expect((await suite.call('DELETE', path, { as: member })).status).toBe(200)
  await ends(stream)
})
