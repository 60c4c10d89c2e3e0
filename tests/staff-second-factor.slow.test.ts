import { basic, type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Listening } from '../services/forum/tests/helpers/events.ts'
import { enrol, forbidden, outcome, pathOf } from '../services/gateway/tests/authenticators/codes.ts'

const needed = [403, { error: 'second factor is required' }]

let suite: Suite
let administrator: Member
/** Of the section `welcome`. */
let moderator: Member
let member: Member
let thread: string
let posts: string[]
let revision: string
let section: string
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'apps'],
    config: { security: { staff_second_factor: true } },
  })
  member = await suite.member('member')
  moderator = await suite.member('moderator')
  administrator = await suite.administrator()
  const opened = await suite.call('POST', '/forum/sections/welcome', {
    as: member,
    body: { title: 'A thread', body: 'A post.' },
  })
  thread = opened.body.id
  posts = [opened.body.posts.items[0].id]
  const { body: post } = await suite.call('GET', `/forum/posts/${posts[0]}`)
  revision = post.revisions.items.at(-1).id
  section = (await suite.call('GET', '/forum/sections/welcome')).body.id
})
afterAll(() => suite?.close())

const act = (as: Caller, method: string, path: string, body?: object) =>
  suite.call(method, path, { as, ...(body ? { body } : {}) })
const grant = (as: Caller) =>
  act(as, 'POST', '/forum/sections/welcome/role_grants', { type: 'User', id: moderator.id })

/** Acts of administrators, none of which the member may. */
const ofAdministrators = (): [string, string, object?][] => [
  ['PUT', `/users/${member.id}/ban`, { reason: 'Abuse' }],
  ['GET', '/bans'],
  ['GET', '/users?banned=true'],
  ['GET', `/users/${member.id}/sessions`],
  ['GET', pathOf(member)],
  ['PATCH', `/users/${member.id}`, { display_name: 'Renamed' }],
  ['DELETE', `/users/${member.id}`],
  ['PUT', '/forum/sections/another', { display_name: 'Another' }],
  ['PUT', '/oauth_clients/chess@clients', {}],
  ['PATCH', `/forum/threads/${thread}`, { is_locked: true }],
]
/** Acts of moderators. */
const ofModerators = (): [string, string, object?][] => [
  ['PATCH', `/forum/threads/${thread}`, { is_pinned: true }],
  ['DELETE', `/forum/posts/${posts[0]}`, { last_revision_id: revision, comment: 'Spam' }],
  [
    'PATCH',
    `/forum/posts/${posts[0]}`,
    { last_revision_id: revision, content: 'Rewritten.', comment: 'Why' },
  ],
  ['GET', `/forum/reports?section=${section}`],
  [
    'POST',
    '/forum/sanctions',
    { user: { type: 'User', id: member.id }, kind: 'Warning', reason: 'Stop.', internal_note: 'Seen.' },
  ],
]

describe('without a second factor', () => {
  test('an administrator acts by no role, in any service, however they sign in', async () => {
    const byPassword = basic(administrator.username, administrator.password)
    for (const as of [administrator, byPassword])
      for (const [method, path, body] of ofAdministrators())
        expect([method, path, ...outcome(await act(as, method, path, body))]).toEqual([
          method,
          path,
          ...needed,
        ])
    expect(outcome(await grant(administrator))).toEqual(needed)
  })

  test('they stay an administrator by name, read and write as members do, and see no more', async () => {
    const self = await act(administrator, 'GET', '/auth/self')
    expect(self.body).toMatchObject({ type: 'User', is_administrator: true })
    expect((await act(administrator, 'GET', `/users/${member.id}`)).body).not.toHaveProperty('username')
    const read = await act(administrator, 'GET', `/forum/threads/${thread}`)
    expect(read.body.self).toMatchObject({ can_post: true, can_lock: false })
    const reply = await act(administrator, 'POST', `/forum/threads/${thread}`, { body: 'A reply.' })
    expect(reply.status).toBe(200)
    // Their own account is theirs.
    expect((await act(administrator, 'GET', pathOf(administrator))).status).toBe(200)
  })

  test('who holds no role is refused as ever', async () => {
    for (const [method, path, body] of ofAdministrators().filter(([, path]) => !path.includes(member.id)))
      expect((await act(member, method, path, body)).body.error).not.toBe(needed[1])
    const stranger = await suite.member('stranger')
    expect(outcome(await act(stranger, 'GET', '/bans'))).toEqual(forbidden)
    expect(outcome(await act(stranger, 'PATCH', `/forum/threads/${thread}`, { is_locked: true }))).toEqual([
      403,
      { error: 'current actor does not have the permission to moderate this thread' },
    ])
  })
})

test('with one, roles count: of an administrator, and of a moderator whom they appoint', async () => {
  await enrol(suite, administrator)
  expect((await act(administrator, 'PATCH', `/forum/threads/${thread}`, { is_locked: true })).status).toBe(
    200,
  )
  expect((await act(administrator, 'PATCH', `/forum/threads/${thread}`, { is_locked: false })).status).toBe(
    200,
  )
  expect((await act(administrator, 'GET', pathOf(member))).status).toBe(200)
  expect((await grant(administrator)).status).toBe(200)
  for (const [method, path, body] of ofModerators())
    expect([method, path, ...outcome(await act(moderator, method, path, body))]).toEqual([
      method,
      path,
      ...needed,
    ])
  const { id } = await enrol(suite, moderator)
  expect((await act(moderator, 'PATCH', `/forum/threads/${thread}`, { is_pinned: true })).status).toBe(200)
  const queue = await Listening.open(
    `${suite.url}/api/v1/forum/moderation/stream?section=${section}`,
    moderator,
  )
  const plain = await Listening.open(`${suite.url}/api/v1/notifications/stream`, member)
  expect([queue.status, plain.status]).toEqual([200, 200])
  // From the next request on, and of streams within moments.
  expect((await act(moderator, 'DELETE', pathOf(moderator, `/${id}`))).status).toBe(200)
  expect(outcome(await act(moderator, 'PATCH', `/forum/threads/${thread}`, { is_pinned: false }))).toEqual(
    needed,
  )
  await expect.poll(() => queue.isOver, { timeout: 10_000 }).toBe(true)
  expect(plain.isOver).toBe(false)
  plain.close()
})
