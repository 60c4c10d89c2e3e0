import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'

let forum: Forum
let section: { id: string; key: string }
let moderator: User
let globalModerator: User
const member = newUser('Member')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  moderator = await forum.moderator(section)
  globalModerator = await forum.globalModerator()
  await forum.meet(member)
})
afterAll(() => forum.close())

const unknown = '01890000-0000-7000-8000-000000000000'
const cannotAdd = 'current actor does not have the permission to add moderators to this section'
const cannotGrant = 'current actor does not have the permission to grant this role'
const mismatch = 'role scope mismatch: `Moderator` needs a section, and a global role must not have one'

const ref = ({ id }: { id: string }) => ({ type: 'User', id })
const short = ({ id, displayName }: User) => ({
  ...ref({ id }),
  display_name: { current: { value: displayName } },
})
const inSection = ({ id }: { id: string }) => ({ type: 'ForumSection', id })

async function newMember(): Promise<User> {
  const user = newUser('Newcomer')
  await forum.meet(user)
  return user
}

const rolesOf = async (who: Who, of = section) => ok(await forum.get(`/sections/${of.id}`, who)).self.roles

describe('grantSectionModerator and revokeSectionModerator', () => {
  it('return the section with its moderators', async () => {
    const own = await forum.section()
    const grantee = await newMember()
    const path = `/sections/${own.key}/role_grants`
    const granted = ok(await forum.post(path, globalModerator, ref(grantee)))
    expect(granted.role_grants).toEqual([
      {
        role: 'Moderator',
        user: short(grantee),
        start_time: expect.stringMatching(/Z$/),
        granted_by: short(globalModerator),
      },
    ])
    expect(ok(await forum.get(`/sections/${own.id}`, globalModerator))).toEqual(granted)
    expect(await rolesOf(grantee, own)).toEqual(['Moderator'])
    expect(await rolesOf(grantee)).toEqual([])
    expect(ok(await forum.post(path, administrator, ref(grantee))).role_grants).toEqual(granted.role_grants)
    expect(ok(await forum.delete(path, administrator, ref(grantee))).role_grants).toEqual([])
    expect(await rolesOf(grantee, own)).toEqual([])
    ok(await forum.delete(path, administrator, ref(grantee)))
    const log = await forum.rows(
      'SELECT action, data, actor_id, target_user_id, thread_id FROM moderation_entry WHERE section_id = $1 ORDER BY ctime',
      [own.id],
    )
    const entry = { data: { role: 'Moderator' }, target_user_id: grantee.id, thread_id: null }
    expect(log).toEqual([
      { action: 'GrantRole', actor_id: globalModerator.id, ...entry },
      { action: 'RevokeRole', actor_id: administrator.id, ...entry },
    ])
  })

  it('check the permission before they look anything up', async () => {
    for (const who of [
      guest,
      unresolvable,
      client,
      member,
      moderator,
      underToken(globalModerator, 'forum:write'),
    ]) {
      for (const path of [`/sections/${section.id}/role_grants`, '/sections/nothing/role_grants']) {
        refused(await forum.post(path, who, ref({ id: unknown })), 403, cannotAdd)
        refused(await forum.delete(path, who, ref({ id: unknown })), 403, cannotAdd)
        refused(await forum.delete(path, who, ref(globalModerator)), 403, cannotAdd)
      }
    }
    refused(
      await forum.post('/sections/nothing/role_grants', administrator, ref(member)),
      404,
      'section not found',
    )
  })

  it('are given only by who signed in recently; whoever did not may take them away', async () => {
    const own = await forum.section()
    const grantee = await newMember()
    const stale = { ...administrator, isRecent: false }
    const path = `/sections/${own.id}/role_grants`
    const body = { user: ref(grantee), role: 'GlobalModerator' }
    refused(await forum.post(path, stale, ref(grantee)), 403, 'recent sign-in is required')
    refused(await forum.post('/role_grants', stale, body), 403, 'recent sign-in is required')
    refused(await forum.post(path, { ...member, isRecent: false }, ref(grantee)), 403, cannotAdd)
    expect(await rolesOf(grantee, own)).toEqual([])
    ok(await forum.post(path, administrator, ref(grantee)))
    ok(await forum.post('/role_grants', administrator, body))
    ok(await forum.delete(path, stale, ref(grantee)))
    ok(await forum.call('DELETE', '/role_grants', stale, { body }))
    expect(await rolesOf(grantee, own)).toEqual([])
  })

  it('let a moderator step down, but not end anyone else’s role', async () => {
    const own = await forum.section()
    const first = await forum.moderator(own)
    const second = await forum.moderator(own)
    const path = `/sections/${own.id}/role_grants`
    refused(await forum.delete(path, first, ref(second)), 403, cannotAdd)
    refused(await forum.delete(path, underToken(first, 'forum:write'), ref(first)), 403, cannotAdd)
    expect(ok(await forum.delete(path, first, ref(first))).role_grants).toHaveLength(1)
    refused(await forum.delete(path, first, ref(first)), 403, cannotAdd)
  })

  it('refuse references of the wrong shape', async () => {
    for (const body of [
      {},
      { type: 'User' },
      { type: 'Member', id: unknown },
      { type: 'User', id: 'x' },
      [],
      'x',
    ]) {
      const answer = await forum.post(
        `/sections/${section.id}/role_grants`,
        administrator,
        JSON.stringify(body),
      )
      expect(answer.status, JSON.stringify(body)).toBe(422)
    }
  })
})

describe('grantRole and revokeRole', () => {
  it('answer 200 with an empty body', async () => {
    const grantee = await newMember()
    const body = { user: ref(grantee), role: 'GlobalModerator' }
    for (const method of ['POST', 'POST', 'DELETE', 'DELETE']) {
      const answer = await forum.call(method, '/role_grants', administrator, { body })
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' })
      expect(await rolesOf(grantee)).toEqual(method === 'POST' ? ['GlobalModerator'] : [])
    }
    const log = await forum.rows(
      'SELECT action, data, section_id FROM moderation_entry WHERE target_user_id = $1 ORDER BY ctime',
      [grantee.id],
    )
    expect(log).toEqual([
      { action: 'GrantRole', data: { role: 'GlobalModerator' }, section_id: null },
      { action: 'RevokeRole', data: { role: 'GlobalModerator' }, section_id: null },
    ])
  })

  it('let each role grant what it may', async () => {
    const granted = await newMember()
    ok(await forum.post('/role_grants', administrator, { user: ref(granted), role: 'Administrator' }))
    expect(await rolesOf(granted)).toEqual(['Administrator'])
    const roles = [
      { role: 'Administrator' },
      { role: 'GlobalModerator' },
      { role: 'Moderator', section: inSection(section) },
      { role: 'Moderator', section: { type: 'ForumSection', key: section.key } },
    ]
    for (const [who, allowed] of [
      [administrator, 4],
      [granted, 4],
      [globalModerator, 2],
      [moderator, 0],
      [member, 0],
      [underToken(granted, 'forum:moderate'), 4],
      [underToken(granted, 'forum:write'), 0],
      [underToken(administrator, 'forum:moderate'), 0],
    ] as const) {
      const grantee = await newMember()
      for (const [index, role] of roles.entries()) {
        for (const method of ['POST', 'DELETE']) {
          const answer = await forum.call(method, '/role_grants', who, {
            body: { user: ref(grantee), ...role },
          })
          if (index >= 4 - allowed) expect(answer.status, `${who.displayName} ${role.role}`).toBe(200)
          else refused(answer, 403, cannotGrant)
        }
      }
    }
  })

  it('check shape, scope, permission and targets in this order', async () => {
    const grant = (who: Who, body: object) => forum.post('/role_grants', who, body)
    const target = { user: ref({ id: unknown }) }
    expect((await grant(unresolvable, {})).status).toBe(401)
    expect((await grant(guest, { ...target, role: 'Owner' })).status).toBe(422)
    refused(await grant(guest, { ...target, role: 'Moderator' }), 400, mismatch)
    refused(
      await grant(guest, { ...target, role: 'Administrator', section: inSection(section) }),
      400,
      mismatch,
    )
    refused(await grant(guest, { ...target, role: 'GlobalModerator' }), 403, cannotGrant)
    const nowhere = { role: 'Moderator', section: inSection({ id: unknown }) }
    refused(await grant(guest, { ...target, ...nowhere }), 403, cannotGrant)
    refused(await grant(administrator, { ...target, ...nowhere }), 404, 'section not found')
  })

  it('let a moderator give up their own role', async () => {
    const own = await forum.section()
    const first = await forum.moderator(own)
    const body = { user: ref(first), role: 'Moderator', section: inSection(own) }
    expect((await forum.delete('/role_grants', first, body)).status).toBe(200)
    expect(await rolesOf(first, own)).toEqual([])
  })

  it('leave one grant and one log entry when twenty grants come at once', async () => {
    const grantee = await newMember()
    const body = { user: ref(grantee), role: 'GlobalModerator' }
    await Promise.all(Array.from({ length: 20 }, () => forum.post('/role_grants', administrator, body)))
    const counts = await forum.rows(
      `SELECT (SELECT count(*)::int FROM role_grant WHERE user_id = $1) AS grants,
        (SELECT count(*)::int FROM moderation_entry WHERE target_user_id = $1) AS entries`,
      [grantee.id],
    )
    expect(counts).toEqual([{ grants: 1, entries: 1 }])
  })
})
