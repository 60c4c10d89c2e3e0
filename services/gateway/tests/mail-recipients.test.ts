import { sharedSite } from '@agora/testing/shared-suite'
import { bearer, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const recipientOf = ({ id }: Member, more: object = {}) =>
  suite.call('POST', `${suite.url}/internal/mail-recipients`, {
    as: bearer(suite.secrets.serviceKeys['mail-jobs']),
    body: { user: id, ...more },
  })
const confirmed = ({ id }: Member, email: string, rank: number) =>
  query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
     VALUES (gen_random_uuid(), $1, 'Email', lower($2), $2, $3)`,
    [id, email, rank],
  )

test('a member is written to at the first confirmed address, for a digest the first that takes mails', async () => {
  const member = await suite.member('written_to', { displayName: 'Written To' })
  const [first, second] = [`First.${member.username}@example.org`, `second.${member.username}@example.org`]
  expect((await recipientOf(member)).body).toEqual({ error: 'nothing to send' })
  await confirmed(member, second, 1)
  await confirmed(member, first, 0)
  const { body } = await recipientOf(member)
  expect(body).toMatchObject({ recipient: first, display_name: 'Written To', locale: 'en-US' })
  await query(suite, 'UPDATE user_link SET refused_at = now() WHERE display_name = $1', [first])
  expect((await recipientOf(member)).body.recipient).toBe(first)
  expect((await recipientOf(member, { is_digest: true })).body.recipient).toBe(second)
})

test('nothing is written to a member who is banned or erased', async () => {
  const administrator = await suite.administrator()
  const [banned, erased] = [await suite.member('banned_reader'), await suite.member('erased_reader')]
  for (const member of [banned, erased]) {
    await confirmed(member, `${member.username}@example.org`, 0)
    expect((await recipientOf(member)).status).toBe(200)
  }
  const body = { reason: 'Spam' }
  await suite.call('PUT', `/users/${banned.id}/ban`, { as: administrator, body })
  await suite.call('DELETE', `/users/${erased.id}`, { as: administrator, body: {} })
  for (const member of [banned, erased]) expect((await recipientOf(member)).status).toBe(404)
})
