import { bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, claimsOf, obtainTokens, registerClient, signedIn } from './client.ts'

let suite: Suite
let client: Client
let member: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'web', 'media'] })
  client = await registerClient(suite, 'shown')
  member = await suite.member('painted')
})
afterAll(() => suite?.close())

/** What an application is told of the picture: by the id token, and by the endpoint. */
async function pictures(scope: string): Promise<unknown[]> {
  const browser = await signedIn(suite.url, member.username, member.password)
  const tokens = await obtainTokens(suite, browser, client, scope)
  const told = await suite.call('GET', '//oauth/userinfo', { as: bearer(tokens.access_token) })
  expect(told.status, told.text).toBe(200)
  return [(await claimsOf(suite.url, client, tokens.id_token)).picture, told.body.picture]
}
/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a chosen avatar is told by its address, to whom the profile is told, and nothing depends on it', async () => {
  expect(await pictures('openid profile')).toEqual([undefined, undefined])
  const headers = { 'content-type': 'image/png' }
  const sent = await suite.call('POST', '/media', { as: member, headers, body: picture })
  expect(sent.status, sent.text).toBe(200)
  const chosen = await suite.call('PUT', `/users/${member.id}/avatar`, {
    as: member,
    body: { media: sent.body.id },
  })
  expect(chosen.status, chosen.text).toBe(200)
  const address = `${suite.url}/api/v1/users/${member.id}/avatar?size=192`
  expect(await pictures('openid profile')).toEqual([address, address])
  expect((await fetch(address)).headers.get('content-type')).toBe('image/webp')
  expect(await pictures('openid email')).toEqual([undefined, undefined])
  await suite.processes.media[0]!.kill()
  expect(await pictures('openid profile')).toEqual([undefined, undefined])
})
