import { sharedSite } from '@agora/testing/shared-suite'
import { bearer, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let member: Member
beforeAll(async () => {
  suite = await sharedSite()
  member = await suite.member('asked_for', { displayName: 'Asked For' })
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     VALUES (gen_random_uuid(), $1, 'Email', 'asked@example.org', 'Asked@example.org')`,
    [member.id],
  )
})
afterAll(() => suite?.close())

const nobody = '00000000-0000-7000-8000-000000000000'
const forum = () => bearer(suite.secrets.serviceKeys.forum)
const known = () => ({
  id: member.id,
  username: member.username,
  display_name: 'Asked For',
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  is_administrator: false,
})
const resolve = (body: unknown) => suite.call('POST', '//internal/users/resolve', { as: forum(), body })

describe('another service', () => {
  test('finds an account by id, username or verified email', async () => {
    for (const lookup of [{ id: member.id }, { username: member.username }, { email: 'ASKED@example.org' }]) {
      expect((await resolve(lookup)).body).toEqual(known())
    }
    for (const lookup of [{ id: nobody }, { username: 'nobody' }, { email: 'nobody@example.org' }]) {
      expect((await resolve(lookup)).status).toBe(404)
    }
    for (const body of [{}, [], { id: 'x' }, { username: 'a\0' }, { email: ['asked@example.org'] }]) {
      expect((await resolve(body)).status).toBe(422)
    }
  })

  test('reads many accounts at once, and no more than five hundred', async () => {
    const batch = (ids: unknown) =>
      suite.call('POST', '//internal/users/batch', { as: forum(), body: { ids } })
    const { id } = await suite.administrator()
    const answer = await batch([member.id.toUpperCase(), nobody, id])
    expect(answer.body.users.map((user: { id: string }) => user.id).sort()).toEqual([member.id, id].sort())
    expect((await batch([])).body).toEqual({ users: [] })
    expect((await batch(Array.from({ length: 501 }, () => nobody))).status).toBe(422)
    expect((await batch(['x'])).status).toBe(422)
  })
})

test('nobody else reads accounts: neither guests, members, the administrator, the internal key nor a wrong key', async () => {
  const administrator = await suite.administrator()
  const callers = [
    {},
    member.headers,
    administrator.headers,
    { 'svc-internal-auth': suite.secrets.internalKey },
    bearer('x'.repeat(64)).headers,
    bearer(suite.secrets.serviceKeys.gateway).headers,
  ]
  for (const headers of callers) {
    for (const [method, path, body] of [
      ['POST', '/internal/users/resolve', '{'],
      ['POST', '/internal/users/batch', '{'],
    ] as const) {
      const answer = await suite.call(method, `/${path}`, {
        headers,
        ...(body === undefined ? {} : { body }),
      })
      expect([answer.status, answer.body]).toEqual([404, { error: 'not found' }])
    }
  }
})
