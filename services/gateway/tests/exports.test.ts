import { newId } from '@agora/shared/contracts/ids'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const ask = (as: Member | undefined, id: string, body?: unknown) =>
  suite.call('POST', `/users/${id}/export`, { ...(as && { as }), body })
const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]
const refused = (status: number, error: string) => [status, { error }]

describe('who may export a member’s data', () => {
  test('the member with the password, and nobody else, not even administrators', async () => {
    const [member, friend] = [await suite.member('owner'), await suite.member('friend')]
    const administrator = await suite.administrator()
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name)
       VALUES (gen_random_uuid(), $1, 'Email', $2, $2)`,
      [member.id, `${member.username}@example.org`],
    )
    const current_password = member.password
    const refusals: [as: Member | undefined, id: string, body: unknown, expected: unknown[]][] = [
      [undefined, member.id, { current_password }, refused(401, 'authentication required')],
      [friend, member.id, { current_password }, refused(403, 'forbidden')],
      [administrator, member.id, { current_password }, refused(403, 'forbidden')],
      [administrator, newId(), { current_password }, refused(403, 'forbidden')],
      [member, member.id, undefined, refused(422, 'invalid `current_password`: is required')],
      [member, member.id, { current_password: 'a guess' }, refused(403, 'invalid current password')],
      [friend, friend.id, { current_password: friend.password }, refused(409, 'no confirmed email')],
    ]
    for (const [as, id, body, expected] of refusals)
      expect(outcome(await ask(as, id, body))).toEqual(expected)
    for (const odd of [[current_password], { $ne: null }, 7, null])
      expect((await ask(member, member.id, { current_password: odd })).status).toBe(422)
  })
})
