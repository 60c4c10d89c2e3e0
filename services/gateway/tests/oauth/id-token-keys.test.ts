import { randomBytes } from 'node:crypto'
import { type Suite, startSuite } from '@agora/testing/suite'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { signingKeys } from '../../src/identity/oauth/id-token-keys.ts'
import { exchange, obtainCode, registerClient, signedIn } from './client.ts'

let suite: Suite | undefined
afterEach(() => suite?.close())

test('while keys rotate the first signs, and both are published, without their private parts', async () => {
  const keys = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  suite = await startSuite({
    services: ['gateway', 'web'],
    env: { gateway: { ID_TOKEN_KEYS: keys.join(',') } },
  })
  const client = await registerClient(suite, 'notes')
  const { username, password } = await suite.member('alice')
  const browser = await signedIn(suite.url, username, password)
  const { body } = await exchange(suite, client, await obtainCode(browser, client, 'openid'))
  const { body: published } = await suite.call('GET', '//oauth/jwks')
  const [first, second] = published.keys
  const expected = signingKeys(keys.join(',')).map(({ d: _, ...publicPart }) => publicPart)
  expect([first, second].map(({ kid: _, ...rest }) => rest)).toEqual(expected)
  expect(decodeProtectedHeader(body.id_token)).toEqual({ alg: 'ES256', kid: first.kid })
  await jwtVerify(body.id_token, createLocalJWKSet({ keys: [first] }))
})

test.each(['0'.repeat(64), 'f'.repeat(64)])('a number that is no key is refused: %s', (key) => {
  expect(() => signingKeys(key)).toThrow()
})
