import { createHash } from 'node:crypto'
import { basic, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { hash } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let member: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway'] })
  member = await suite.member('typing', { password: 'a Long password' })
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     VALUES (gen_random_uuid(), $1, 'Email', 'typing@example.org', 'Typing@Example.org')`,
    [member.id],
  )
})
afterAll(() => suite?.close())

test.each([
  ['typing', 200],
  ['Typing', 200],
  ['TYPING', 200],
  ['typing ', 200],
  [' typing\t', 200],
  ['typing\u00a0', 200],
  ['ｔｙｐｉｎｇ', 200],
  ['Typing@Example.ORG', 200],
  ['typing@example.org ', 200],
  ['ｔｙｐｉｎｇ＠example.org', 200],
  ['\u200btyp\u00ading\u200e', 200],
  ['typ ing', 401],
  ['týping', 401],
  ['tуping', 401],
  ['typing\0', 401],
])('the login %j signs in: %i', async (login, status) => {
  const signIn = await suite.call('PUT', '/auth/self', { body: { login, password: member.password } })
  expect(signIn.status).toBe(login.includes('\0') ? 422 : status)
  const self = await suite.call('PATCH', '/users/none', { as: basic(login, member.password), body: {} })
  expect(self.status).toBe(status === 200 ? 404 : 401)
})

test.each(['A Long password', 'a long password', 'a Long password ', 'a Long pässword'])(
  'the password %j is another one',
  async (password) => {
    const answer = await suite.call('PUT', '/auth/self', { body: { login: 'typing', password } })
    expect(answer.status).toBe(401)
  },
)

describe('a password with letters beyond ASCII', () => {
  const signIn = async (login: string, password: string) =>
    (await suite.call('PUT', '/auth/self', { body: { login, password } })).status
  const COMPOSED = 'Z\u00fcrich \uac00 caf\u00e9'
  const DECOMPOSED = COMPOSED.normalize('NFD')
  // As devices send it: other forms of its letters and blanks are the same.
  const SAME = [COMPOSED, DECOMPOSED, 'Zu\u0308rich\u00a0\uac00\u3000caf\u00e9']
  const OTHER = [
    'Zurich \uac00 cafe',
    'Z\u00fcrich \uac00 cafe',
    'z\u00fcrich \uac00 caf\u00e9',
    'Z\u00fcrich\uac00caf\u00e9',
  ]

  test.each(SAME)('opens the account however it is typed (%j)', async (chosen) => {
    const { username } = await suite.member(`typed_${SAME.indexOf(chosen)}`, { password: chosen })
    for (const password of SAME) expect([password, await signIn(username, password)]).toEqual([password, 200])
    for (const password of OTHER)
      expect([password, await signIn(username, password)]).toEqual([password, 401])
    expect(
      (await suite.call('PATCH', '/users/none', { as: basic(username, DECOMPOSED), body: {} })).status,
    ).toBe(404)
  })

  test.each([
    ['composed', COMPOSED],
    ['decomposed', DECOMPOSED],
  ])('goes on working where it was hashed %s, as it was sent', async (form, sent) => {
    const { id, username } = await suite.member(`hashed_${form}`)
    const old = await hash(sent, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await query(suite, 'UPDATE account SET password_hash = $1 WHERE id = $2', [old, id])
    expect([await signIn(username, COMPOSED), await signIn(username, DECOMPOSED)]).toEqual([200, 200])
    expect(await signIn(username, OTHER[0]!)).toBe(401)
  })

  test('opens an account that was imported from NodeBB with it', async () => {
    const { id, username } = await suite.member('imported_typing')
    const digest = createHash('sha512').update(DECOMPOSED).digest('hex')
    await query(suite, 'UPDATE account SET password_hash = $1 WHERE id = $2', [
      `sha512:${await bcrypt(digest, { cost: 4 })}`,
      id,
    ])
    expect(await signIn(username, OTHER[0]!)).toBe(401)
    expect(await signIn(username, COMPOSED)).toBe(200)
    expect(await signIn(username, DECOMPOSED)).toBe(200)
  })
})
