import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
let moderator: Member
let member: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'], replicas: { gateway: 2 } })
  administrator = await suite.administrator()
  moderator = await suite.member('moderator')
  member = await suite.member('member')
  const role = { user: { type: 'User', id: moderator.id }, role: 'GlobalModerator' }
  await suite.call('POST', '/forum/role_grants', { as: administrator, body: role })
})
afterAll(() => suite?.close())

const set = (body: object) => suite.call('PATCH', '/site', { as: administrator, body })
let made = 0
const register = (more: object = {}, at = suite.url) => {
  made += 1
  const body = {
    username: `person_${made}`,
    display_name: `Person ${made}`,
    password: 'a long password',
    ...more,
  }
  return suite.call('POST', `${at}/api/v1/users`, { body })
}
const invite = async (body: object = {}, as = administrator) =>
  (await suite.call('POST', '/invitations', { as, body })).body as {
    id: string
    token: string
    expires_at: string
    uses: number
  }

describe('registration', () => {
  test('is open as before until an administrator says otherwise, and a closed one lets nobody in', async () => {
    expect((await register()).status).toBe(200)
    expect((await set({ registration: 'Closed' })).body.registration).toBe('Closed')
    const { token } = await invite({ most_uses: 9 })
    for (const more of [{}, { invitation: token }])
      expect((await register(more)).body).toEqual({ error: 'registration is closed' })
    // What a start applies undoes nothing.
    for (const process of suite.processes.gateway) await process.restart()
    expect((await register()).status).toBe(403)
  })

  test('of twenty at once by an invitation for three exactly three become members', async () => {
    expect((await set({ registration: 'Invitation' })).body).toMatchObject({ registration: 'Invitation' })
    const { token } = await invite({ most_uses: 3 })
    const gateways = suite.urls.gateway
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => register({ invitation: token }, gateways[index % 2])),
    )
    expect(
      answers.filter(({ status }) => status === 200),
      answers[0]?.text,
    ).toHaveLength(3)
    const { items } = (await suite.call('GET', '/invitations', { as: administrator })).body
    expect(items[0]).toMatchObject({ uses: 3, most_uses: 3 })
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toEqual({ error: 'invitation is invalid' })
  })

  test('a refused name uses no invitation', async () => {
    const { token } = await invite({ most_uses: 1 })
    expect((await register({ invitation: token, username: 'member' })).status).toBe(409)
    expect((await register({ invitation: token })).status).toBe(200)
    expect((await register({ invitation: token })).status).toBe(403)
  })

  test('takes no invitation that has ended', async () => {
    const late = await invite()
    await query(suite, "UPDATE invitation SET expires_at = now() - interval '1 second' WHERE id = $1", [
      late.id,
    ])
    const ended = await invite()
    await suite.call('DELETE', `/invitations/${ended.id}`, { as: administrator })
    for (const invitation of [late.token, ended.token, 'x', '\u{1f600}'])
      expect((await register({ invitation })).body).toEqual({ error: 'invitation is invalid' })
  })

  test('keeps no token of an invitation', async () => {
    const { token } = await invite()
    const rows = await query(suite, 'SELECT to_jsonb(i)::text AS row FROM invitation i')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('invitations', () => {
  test('are made by moderators where the site says so, each of whom sees and ends their own', async () => {
    const asked = (as: Member) => suite.call('POST', '/invitations', { as, body: {} })
    expect((await asked(moderator)).status).toBe(403)
    await set({ inviters: 'Moderators' })
    const own = (await asked(moderator)).body
    expect((await asked(member)).status).toBe(403)
    const theirs = await invite()
    const { items } = (await suite.call('GET', '/invitations', { as: moderator })).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([own.id])
    const end = (id: string, as: Member) => suite.call('DELETE', `/invitations/${id}`, { as })
    expect((await end(theirs.id, moderator)).status).toBe(404)
    expect((await end(own.id, moderator)).status).toBe(200)
    await set({ inviters: null })
    expect((await suite.call('GET', '/invitations', { as: moderator })).status).toBe(403)
  })

  test.each([{ most_uses: 0 }, { most_uses: 1_001 }, { days: 0 }, { days: 91 }, { note: 'x'.repeat(201) }])(
    'are bounded: %j',
    async (body) => {
      expect((await suite.call('POST', '/invitations', { as: administrator, body })).status).toBe(422)
    },
  )
})
