import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
let ada: Member
let ben: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  administrator = await suite.administrator()
  ada = await suite.member('ada', { displayName: 'Ada' })
  ben = await suite.member('ben', { displayName: 'Ben' })
})
afterAll(() => suite?.close())

const name = (user: Member, as: Member) => suite.call('PUT', `/users/${user.id}/administrator`, { as })
const revoke = (user: Member, as: Member) => suite.call('DELETE', `/users/${user.id}/administrator`, { as })
const restarted = async () => {
  await suite.processes.gateway[0]!.restart()
}
const isAdministrator = async (user: Member) =>
  (await suite.call('GET', '/users/accounts', { as: user })).status === 200
const signedIn = async ({ username, password, ...member }: Member): Promise<Member> => {
  const answer = await suite.call('PUT', '/auth/self', { body: { login: username, password } })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...member, username, password, headers: { cookie } }
}

describe('a second administrator', () => {
  test('is named by one, and has the whole power at once', async () => {
    expect(await isAdministrator(ada)).toBe(false)
    expect((await name(ada, ada)).status).toBe(403)
    for (const _twice of [1, 2]) expect((await name(ada, administrator)).status).toBe(200)
    expect(await isAdministrator(ada)).toBe(true)
    const { items } = (await suite.call('GET', '/users/staff')).body
    expect(items.map(({ user }: { user: { id: string } }) => user.id)).toEqual([administrator.id, ada.id])
    // The forum's part of it as well.
    expect((await suite.call('GET', '/forum/moderation_log', { as: ada })).status).toBe(200)
  })

  test('changes nothing of the one who named them', async () => {
    const of = `/users/${administrator.id}`
    const tries = [
      suite.call('PATCH', of, { as: ada, body: { password: 'a password of another' } }),
      suite.call('PATCH', of, { as: ada, body: { username: 'taken_over' } }),
      suite.call('POST', `${of}/emails`, { as: ada, body: { email: 'thief@example.org' } }),
      suite.call('DELETE', of, { as: ada, body: {} }),
      suite.call('PUT', `${of}/ban`, { as: ada, body: { reason: 'A coup' } }),
      suite.call('DELETE', `${of}/administrator`, { as: ada }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 409))
    expect(await isAdministrator(administrator)).toBe(true)
  })

  test('needs a recent sign-in to name another one', async () => {
    await query(
      suite,
      "UPDATE session SET confirmed_at = now() - interval '20 minutes' WHERE account_id = $1",
      [ada.id],
    )
    expect((await name(ben, ada)).body).toEqual({ error: 'recent sign-in is required' })
    await suite.call('PUT', '/auth/self/confirmation', { as: ada, body: { current_password: ada.password } })
    expect((await name(ben, ada)).status).toBe(200)
    expect(await isAdministrator(ben)).toBe(true)
  })

  test('stays one when a gateway starts again', async () => {
    await restarted()
    expect(await isAdministrator(ada)).toBe(true)
  })

  test('of two who take the role from each other at once one keeps it', async () => {
    const answers = await Promise.all([revoke(ben, ada), revoke(ada, ben)])
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const named = await query(suite, 'SELECT id FROM account WHERE administrator_since IS NOT NULL')
    expect(named).toHaveLength(1)
  })

  test('loses all of it at once, and every session', async () => {
    const [still] = (await query(suite, 'SELECT id FROM account WHERE administrator_since IS NOT NULL')) as {
      id: string
    }[]
    const one = still?.id === ada.id ? ada : ben
    expect((await revoke(one, administrator)).status).toBe(200)
    expect((await suite.call('GET', '/auth/self', { as: one })).body.type).toBe('Guest')
    expect(await isAdministrator(await signedIn(one))).toBe(false)
  })

  test('is nobody who is banned', async () => {
    const banned = await suite.member('banned')
    await suite.call('PUT', `/users/${banned.id}/ban`, { as: administrator, body: { reason: 'Spam' } })
    expect((await name(banned, administrator)).body).toEqual({ error: 'administrator is banned' })
  })
})
