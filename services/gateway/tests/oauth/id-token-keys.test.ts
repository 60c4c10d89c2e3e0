import { idTokenKeys, sharedSite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { signingKeys } from '../../src/identity/oauth/id-token-keys.ts'
import { exchange, obtainCode, registerClient, signedIn } from './client.ts'

let suite: Suite | undefined
afterEach(() => suite?.close())

test('while keys rotate the first signs, and both are published, without their private parts', async () => {
  suite = await sharedSite()
  const client = await registerClient(suite, 'notes')
  const { username, password } = await suite.member('alice')
  const browser = await signedIn(suite.url, username, password)
  const { body } = await exchange(suite, client, await obtainCode(browser, client, 'openid'))
  const { body: published } = await suite.call('GET', '//oauth/jwks')
  const [first, second] = published.keys
  const expected = signingKeys(idTokenKeys).map(({ d: _, ...publicPart }) => publicPart)
  expect([first, second].map(({ kid: _, ...rest }) => rest)).toEqual(expected)
  expect(decodeProtectedHeader(body.id_token)).toEqual({ alg: 'ES256', kid: first.kid })
  await jwtVerify(body.id_token, createLocalJWKSet({ keys: [first] }))
})

test.each(['0'.repeat(64), 'f'.repeat(64)])('a number that is no key is refused: %s', (key) => {
  expect(() => signingKeys(key)).toThrow()
})
