import { randomBytes } from 'node:crypto'
import { type Answer, basic, type Caller, type Member, sessionOf } from '@agora/testing/client'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../query.ts'
import {
  age,
  asked,
  at,
  confirm,
  enrol,
  forbidden,
  outcome,
  pathOf,
  recent,
  refusedFactor,
  signIn,
} from './codes.ts'
import { type Lies, SoftAuthenticator } from './soft-authenticator.ts'

const ORIGIN = 'https://community.example'
const refused = [401, { error: 'invalid passkey' }]
const misshapen = [422, { error: 'invalid passkey' }]

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway'],
    replicas: { gateway: 2 },
    config: { site: { url: `${ORIGIN}/` } },
  })
})
afterAll(() => suite?.close())

const optionsFor = async (member: Member, as: Caller = member, replica = 0) =>
  suite.call('POST', at(suite, replica, pathOf(member, '/passkeys/options')), { as })
const add = (member: Member, credential: object, replica = 0, name = 'Laptop') =>
  suite.call('POST', at(suite, replica, pathOf(member, '/passkeys')), {
    as: member,
    body: { name, credential },
  })
const challenge = async (replica = 0) =>
  (await suite.call('POST', at(suite, replica, '/auth/passkey/options'))).body
const signInBy = (passkey: object, replica = 0): Promise<Answer> =>
  suite.call('PUT', at(suite, replica, '/auth/self'), { body: { passkey } })

let liars = 0

/** A member with a passkey, and the recovery codes that came with it. */
async function withPasskey(
  username: string,
): Promise<{ member: Member; key: SoftAuthenticator; codes: string[] }> {
  const member = await suite.member(username)
  const key = new SoftAuthenticator(ORIGIN)
  const added = await add(member, key.make((await optionsFor(member)).body))
  expect(added.status, added.text).toBe(200)
  return { member, key, codes: added.body.recovery_codes }
}

describe('a passkey', () => {
  test('is added by its member alone, with a recent sign-in, and brings recovery codes', async () => {
    const ada = await suite.member('ada')
    const other = await suite.member('other')
    const { body: options } = await optionsFor(ada)
    expect(options).toMatchObject({
      rp: { id: 'community.example', name: 'Agora' },
      user: { id: Buffer.from(ada.id.replaceAll('-', ''), 'hex').toString('base64url'), name: 'ada' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const key = new SoftAuthenticator(ORIGIN)
    const credential = key.make(options)
    expect(outcome(await optionsFor(ada, other))).toEqual(forbidden)
    const foreign = await suite.call('POST', pathOf(ada, '/passkeys'), {
      as: other,
      body: { name: 'Mine', credential },
    })
    expect(outcome(foreign)).toEqual(forbidden)
    // A challenge is its member's: another's passkey answers none of it.
    expect(outcome(await add(other, credential))).toEqual(misshapen)
    await age(suite, ada)
    expect(outcome(await optionsFor(ada))).toEqual(recent)
    expect(outcome(await add(ada, credential))).toEqual(recent)
    expect((await confirm(suite, ada, { current_password: ada.password })).status).toBe(200)
    const added = await add(ada, credential, 1)
    expect(added.body).toMatchObject({
      type: 'Authenticator',
      kind: 'Passkey',
      name: 'Laptop',
      remaining: null,
    })
    expect(added.body.recovery_codes).toHaveLength(10)
    // A challenge is answered once, and a passkey is added once.
    expect(outcome(await add(ada, credential))).toEqual(misshapen)
    const { body: again } = await optionsFor(ada)
    expect(again.excludeCredentials).toEqual([{ id: credential.id, type: 'public-key' }])
    expect(outcome(await add(ada, key.make(again)))).toEqual([
      409,
      { error: 'authenticator is already in force' },
    ])
  })

  test.each<[string, Lies]>([
    ['made for another site', { origin: 'https://evil.example' }],
    ['of another host', { host: 'evil.example' }],
    ['made with nobody there', { isPresent: false }],
    ['made without recognising anybody', { isRecognised: false }],
    ['that is an answer to something else', { type: 'webauthn.get' }],
  ])('is not added: one %s', async (what, lies) => {
    const member = await suite.member(`maker_${what.length}`)
    const credential = new SoftAuthenticator(ORIGIN).make((await optionsFor(member)).body, lies)
    expect(outcome(await add(member, credential))).toEqual(misshapen)
  })

  test('signs in without a password; the password alone no longer does, nor HTTP Basic', async () => {
    const { member, key } = await withPasskey('bea')
    const signed = await signInBy(key.answer(await challenge()), 1)
    expect(signed.body).toMatchObject({ type: 'User', user: { id: member.id } })
    const as = sessionOf(signed)
    expect((await suite.call('GET', '/auth/self', { as })).body.user.id).toBe(member.id)
    // It showed the second factor: it is recent, and a password confirms it.
    expect((await suite.call('POST', pathOf(member, '/recovery-codes'), { as })).status).toBe(200)
    expect(outcome(await signIn(suite, member))).toEqual(asked)
    expect((await suite.call('GET', '/users?name=be', { as: basic('bea', member.password) })).status).toBe(
      401,
    )
  })

  test('and a recovery code sign in by the password, each code once', async () => {
    const { member, codes } = await withPasskey('cas')
    expect((await signIn(suite, member, { code: codes[0] })).status).toBe(200)
    expect((await signIn(suite, member, { code: codes[0] })).status).toBe(401)
  })

  test.each<[string, Lies]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['by another host', { host: 'evil.example' }],
    ['with nobody there', { isPresent: false }],
    ['without recognising anybody', { isRecognised: false }],
    ['with another key', { forged: true }],
    ['that was made to add it', { type: 'webauthn.create' }],
    ['for no account', { handle: '' }],
    ['for another account', { handle: randomBytes(16).toString('base64url') }],
  ])('is refused: an answer %s', async (_what, lies) => {
    liars += 1
    const { key } = await withPasskey(`liar_${liars}`)
    expect(outcome(await signInBy(key.answer(await challenge(), lies)))).toEqual(refused)
    expect((await signInBy(key.answer(await challenge()))).status).toBe(200)
  })

  test('is refused once its count has fallen: there are two of it', async () => {
    const { key } = await withPasskey('dan')
    expect((await signInBy(key.answer(await challenge(), { count: 7 }))).status).toBe(200)
    for (const count of [7, 6, 1, 0])
      expect(outcome(await signInBy(key.answer(await challenge(), { count }), count))).toEqual(refused)
    expect((await signInBy(key.answer(await challenge(), { count: 8 }))).status).toBe(200)
  })

  test('that does not count is taken without', async () => {
    const { key } = await withPasskey('eve')
    for (const replica of [0, 1])
      expect((await signInBy(key.answer(await challenge(), { count: 0 }), replica)).status).toBe(200)
  })

  test('is unknown once it was removed, or its account erased', async () => {
    const { member, key } = await withPasskey('fay')
    const { items } = (await suite.call('GET', pathOf(member), { as: member })).body
    await suite.call('DELETE', pathOf(member, `/${items[0].id}`), { as: member })
    expect(outcome(await signInBy(key.answer(await challenge())))).toEqual(refused)
    // The recovery codes went with it, and the password is enough again.
    expect((await suite.call('GET', pathOf(member), { as: member })).body.count).toBe(0)
    expect((await signIn(suite, member)).status).toBe(200)
  })

  test('of a banned member signs nobody in', async () => {
    const { member, key } = await withPasskey('gus')
    const administrator = await suite.administrator()
    await suite.call('PUT', `/users/${member.id}/ban`, { as: administrator, body: { reason: 'Abuse' } })
    expect(outcome(await signInBy(key.answer(await challenge())))).toEqual([
      403,
      { error: 'account is banned' },
    ])
  })
})

describe('a challenge', () => {
  test('is answered once, of twenty at once over two processes', async () => {
    const { key } = await withPasskey('hal')
    const options = await challenge()
    const answers = Array.from({ length: 20 }, () => key.answer(options))
    const signed = await Promise.all(answers.map((answer, index) => signInBy(answer, index)))
    expect(signed.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
    expect(outcome(await signInBy(key.answer(options)))).toEqual(refused)
  })

  test('that was invented, changed, has ended or was made to add a passkey counts for nothing', async () => {
    const { member, key } = await withPasskey('ida')
    const { challenge: ours } = await challenge()
    const bytes = Buffer.from(ours, 'base64url')
    // Ends a day later.
    const later = Buffer.from(bytes)
    later.writeUIntBE(Date.now() + 86_400_000, 16, 6)
    const { body: toAdd } = await optionsFor(member)
    const text = (one: Buffer) => one.toString('base64url')
    for (const other of [
      text(randomBytes(54)),
      text(later),
      text(bytes.subarray(0, 22)),
      '',
      toAdd.challenge,
    ])
      expect(outcome(await signInBy(key.answer({ challenge: other })))).toEqual(refused)
    expect(
      outcome(await add(member, new SoftAuthenticator(ORIGIN).make({ ...toAdd, challenge: ours }))),
    ).toEqual(misshapen)
    expect((await signInBy(key.answer({ challenge: ours }))).status).toBe(200)
  })

  test('is stored only when a passkey has answered it', async () => {
    const { key } = await withPasskey('jan')
    const count = async () => Number((await query(suite, 'SELECT count(*) FROM spent_challenge'))[0]?.count)
    const before = await count()
    const made = await Promise.all(Array.from({ length: 200 }, (_, index) => challenge(index)))
    expect(new Set(made.map(({ challenge }) => challenge)).size).toBe(200)
    await signInBy(key.answer(made[0], { forged: true }))
    expect(await count()).toBe(before)
    expect((await signInBy(key.answer(made[1]), 1)).status).toBe(200)
    expect(await count()).toBe(before + 1)
  })

  test('is the same for everybody who asks', async () => {
    const { member } = await withPasskey('kim')
    const shown = async (as?: Caller) => {
      const { body } = await suite.call('POST', '/auth/passkey/options', as ? { as } : {})
      return { ...body, challenge: '' }
    }
    expect(await shown(member)).toEqual(await shown())
    expect(await shown()).toEqual({
      challenge: '',
      timeout: 300_000,
      rpId: 'community.example',
      userVerification: 'required',
      allowCredentials: [],
    })
  })
})

describe('a session', () => {
  test('is confirmed by its member’s passkey, and by no other', async () => {
    const { member, key } = await withPasskey('lea')
    const { key: another } = await withPasskey('max')
    await age(suite, member)
    expect(outcome(await confirm(suite, member, { passkey: another.answer(await challenge()) }))).toEqual(
      refusedFactor,
    )
    expect(
      outcome(await confirm(suite, member, { passkey: key.answer(await challenge(), { forged: true }) })),
    ).toEqual(refusedFactor)
    expect(outcome(await optionsFor(member))).toEqual(recent)
    expect((await confirm(suite, member, { passkey: key.answer(await challenge()) }, 1)).status).toBe(200)
    expect((await optionsFor(member)).status).toBe(200)
    expect((await enrol(suite, member)).codes).toEqual([])
  })
})

test.each([
  [{}, 'invalid `login`: is required'],
  [{ login: 'ada' }, 'invalid `password`: is required'],
  [{ password: 'a guess' }, 'invalid `login`: is required'],
  [{ login: 5, password: 'a guess' }, 'invalid `login`: must be string'],
  [{ login: 5 }, 'invalid `password`: is required'],
  [{ login: '', password: 'a guess' }, 'invalid `login`: must NOT have fewer than 1 characters'],
])('what is missing of a sign-in %j is named as ever', async (body, error) => {
  expect(outcome(await suite.call('PUT', '/auth/self', { body }))).toEqual([422, { error }])
})
