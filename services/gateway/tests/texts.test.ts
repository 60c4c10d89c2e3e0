import { basic, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
