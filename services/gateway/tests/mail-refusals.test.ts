import { sharedSite } from '@agora/testing/shared-suite'
import { bearer, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const note = ({ id }: Member, recipient: string, answer: string) =>
  suite.call('POST', `${suite.url}/internal/mail-refusals`, {
    as: bearer(suite.secrets.serviceKeys['mail-jobs']),
    body: { user: id, recipient, answer },
  })

test('the first refusal of a member’s own address is told to them and to administrators, and to nobody else', async () => {
  const [member, other] = [await suite.member('refused'), await suite.member('another')]
  const email = `Refused.${member.username}@example.org`
  const refusals = (as?: Member) =>
    suite.call('GET', `/users/${member.id}/refused-emails`, as === undefined ? {} : { as })
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     VALUES (gen_random_uuid(), $1, 'Email', lower($2), $2)`,
    [member.id, email],
  )
  for (const [whose, address] of [
    [other, email],
    [member, 'nobody@example.org'],
  ] as const)
    await note(whose, address, '550 no such user')
  expect((await refusals(member)).body).toEqual([])
  expect((await note(member, email, '550 5.1.1 no such user')).status).toBe(200)
  await note(member, email, '550 5.2.1 disabled')
  const told = [{ email, time: expect.any(String), answer: '550 5.1.1 no such user' }]
  for (const as of [member, await suite.administrator()]) expect((await refusals(as)).body).toEqual(told)
  expect((await refusals(other)).status).toBe(403)
  expect((await refusals()).status).toBe(401)
})
