import { connectNats, type Nats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'

let suite: Suite
let nats: Nats
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway'], replicas: { gateway: 2 } })
  nats = connectNats({
    url: suite.nats?.url ?? '',
    name: 'events-test',
    logger: createLogger('test', 'silent'),
  })
})
afterAll(async () => {
  await nats?.close()
  await suite?.close()
})

interface Told {
  subject: string
  type: string
  data: { user: string } & Record<string, unknown>
}

/** The stream's events about one account, in order. */
async function toldOf(id: string): Promise<Told[]> {
  const link = await nats.linked(AbortSignal.timeout(30_000))
  if (!link) throw new Error('NATS does not answer')
  const { jsm } = link
  const { state } = await jsm.streams.info('IDENTITY')
  const told: Told[] = []
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await jsm.streams.getMessage('IDENTITY', { seq })
    const { type, data } = JSON.parse(new TextDecoder().decode(message.data))
    if (data.user === id) told.push({ subject: message.subject, type, data })
  }
  return told
}
const subjectsOf = async (id: string) => (await toldOf(id)).map(({ subject }) => subject)

test('every change of an account is published once, in order, without a secret, a name or a link', async () => {
  const administrator = await suite.administrator()
  const member = await suite.member('told_of', { displayName: 'Told Of' })
  const as = administrator
  await suite.call('PATCH', `/users/${member.id}`, { as: member, body: { display_name: 'Renamed' } })
  await suite.call('PATCH', `/users/${member.id}`, { as: member, body: { display_name: 'Renamed' } })
  await suite.call('PUT', `/users/${member.id}/links/game_c`, { as, body: { id: '31' } })
  await suite.call('PUT', `/users/${member.id}/links/game_c`, { as, body: { id: '31' } })
  await suite.call('DELETE', `/users/${member.id}/links/game_c`, { as: member })
  await suite.call('DELETE', '/auth/self', { as: member })
  await suite.call('PUT', `/users/${member.id}/ban`, { as, body: { reason: 'x' } })
  await suite.call('PUT', `/users/${member.id}/ban`, { as, body: { reason: 'x' } })
  await suite.call('DELETE', `/users/${member.id}/ban`, { as })
  await suite.call('PATCH', `/users/${member.id}`, { as, body: { password: 'a new password' } })

  const expected = [
    'identity.user.created',
    'identity.user.renamed',
    'identity.session.revoked',
    'identity.user.banned',
    'identity.session.revoked',
    'identity.user.unbanned',
    'identity.session.revoked',
  ]
  const ofAccount = async () =>
    (await subjectsOf(member.id)).filter((subject) => !subject.startsWith('identity.game_link'))
  await expect.poll(ofAccount, { timeout: 30_000 }).toEqual(expected)

  const told = await toldOf(member.id)
  expect(told[0]?.data).toEqual({ user: member.id, created_at: expect.stringMatching(/Z$/) })
  expect(told[1]?.data).toEqual({ user: member.id })
  const links = told.filter(({ subject }) => subject.startsWith('identity.game_link'))
  expect(links.map(({ subject }) => subject)).toEqual(['identity.game_link.set', 'identity.game_link.unset'])
  const link = { link: expect.any(String), user: member.id }
  expect(links.map(({ data }) => data)).toEqual([link, link])
  expect(links[0]?.data).toEqual(links[1]?.data)
  const text = JSON.stringify(told)
  for (const secret of [
    member.password,
    'a new password',
    member.headers.cookie?.slice(4),
    '$argon2',
    'told_of',
    'Renamed',
    '"31"',
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('a refused change is not published', async () => {
  const member = await suite.member('untold')
  await suite.call('PATCH', `/users/${member.id}`, {
    as: member,
    body: { username: 'administrator', current_password: member.password },
  })
  const later = await suite.member('later')
  await expect.poll(() => subjectsOf(later.id), { timeout: 30_000 }).toEqual(['identity.user.created'])
  expect(await subjectsOf(member.id)).toEqual(['identity.user.created'])
})

test('while NATS is down nothing is refused, and nothing is lost', async () => {
  await suite.nats?.stop()
  const member = await suite.member('unheard')
  await suite.nats?.restart()
  await expect
    .poll(() => subjectsOf(member.id).catch(() => []), { timeout: 40_000 })
    .toEqual(['identity.user.created'])
})
