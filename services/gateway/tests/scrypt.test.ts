import { scryptBytes, scryptHash } from '@agora/testing/scrypt-hash'
import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isKnownHash, verifyImported } from '../src/identity/passwords/imported.ts'
import { registerClient } from './oauth/client.ts'
import { query } from './query.ts'

/** Hashes of the program scrypt's own form, as Eternaltwin keeps them. */

/** Of `open sesame é`, with N = 2^12 and r = 8, by another implementation of scrypt. */
const FOREIGN =
  'scrypt:c2NyeXB0AAwAAAAIAAAAAQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fFGS2WqpQoYsa6sYq5waur2nk1335RIBQehzTy8OMTuze36Fck5ImHfG8Es8Fpjpb'

describe('a hash', () => {
  test('of another implementation is verified', async () => {
    expect(isKnownHash(FOREIGN)).toBe(true)
    expect(await verifyImported(FOREIGN, 'open sesame é')).toBe(true)
    expect(await verifyImported(FOREIGN, 'open sesame e')).toBe(false)
  })

  test('that costs as much as half a second on one core is taken', async () => {
    const hash = scryptHash('secret', { log: 17, r: 8 })
    expect(isKnownHash(hash)).toBe(true)
    expect(await verifyImported(hash, 'secret')).toBe(true)
  })

  const changed = (at: number, ...values: number[]) => {
    const bytes = scryptBytes('secret')
    bytes.set(values, at)
    return `scrypt:${bytes.toString('base64')}`
  }
  test.each([
    ['of more memory than the gateway has', scryptHash('secret', { log: 18, r: 8 })],
    ['of more time than others can wait', scryptHash('secret', { log: 14, r: 8, p: 9 })],
    ['of blocks without end', changed(8, 0xff, 0xff, 0xff, 0xff)],
    ['of a cost beyond numbers', changed(7, 255)],
    ['of no cost', changed(7, 0)],
    ['of another version', changed(6, 1)],
    ['whose salt was changed', changed(20, 1, 2, 3)],
    ['that was cut off', scryptHash('secret').slice(0, -4)],
    ['of another program', changed(0, 0x62)],
  ])('%s is none that is known', async (_, hash) => {
    expect(isKnownHash(hash)).toBe(false)
  })
})

describe('on a running gateway', () => {
  let suite: Suite
  beforeAll(async () => {
    suite = await sharedSite()
  })
  afterAll(() => suite?.close())

  test('it opens its account, and is replaced by our own', async () => {
    const { id, username } = await suite.member('from_scrypt')
    await query(suite, 'UPDATE account SET password_hash = $1 WHERE id = $2', [FOREIGN, id])
    const signIn = async (password: string) =>
      (await suite.call('PUT', '/auth/self', { body: { login: username, password } })).status
    expect(await signIn('open sesame')).toBe(401)
    expect(await signIn('open sesame é')).toBe(200)
    const [row] = await query<{ hash: string }>(
      suite,
      'SELECT password_hash AS hash FROM account WHERE id = $1',
      [id],
    )
    expect(row?.hash).toMatch(/^\$argon2id\$/)
    expect(await signIn('open sesame é')).toBe(200)
  })

  test('it verifies a client’s secret, which has a digest from then on', async () => {
    const client = await registerClient(suite, 'from_scrypt')
    const hash = scryptHash(client.secret)
    await query(suite, 'UPDATE oauth_client SET secret_hash = $1, secret_digest = NULL WHERE id = $2', [
      hash,
      client.id,
    ])
    const whoIs = async (secret: string) =>
      (await suite.call('GET', '/auth/self', basic(client.key, secret))).body.type
    expect(await whoIs('wrong')).toBe('Guest')
    expect(await whoIs(client.secret)).toBe('OauthClient')
    const digest = 'SELECT FROM oauth_client WHERE id = $1 AND secret_digest IS NOT NULL'
    expect(await query(suite, digest, [client.id])).toHaveLength(1)
  })
})
