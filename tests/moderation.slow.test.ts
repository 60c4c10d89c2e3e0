import {
  type Answer,
  basic,
  bearer,
  type Caller,
  type Member,
  type Suite,
  startSuite,
} from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Client,
  obtainTokens,
  registerClient,
  signedIn,
} from '../services/gateway/tests/oauth/client.ts'

/** Reports and sanctions from outside: accounts, credentials and bans are the gateway's. */

let suite: Suite
let administrator: Member
let moderator: Member
let member: Member
let author: Member
let client: Client
let section: string
let thread: string
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'web'] })
  administrator = await suite.administrator()
  moderator = await suite.member('moderator', { displayName: 'Moderator' })
  member = await suite.member('member', { displayName: 'Member' })
  author = await suite.member('author', { displayName: 'Author' })
  client = await registerClient(suite, 'moderation')
  const grant = { type: 'User', id: moderator.id }
  section = ok(await call('POST', '/sections/off_topic/role_grants', administrator, grant)).id
  thread = ok(await call('POST', '/sections/off_topic', author, { title: 'Buy this', body: 'Cheap!' })).id
})
afterAll(() => suite?.close())

const unknown = '01890000-0000-7000-8000-000000000000'
const spam = { reason: 'Spam' }

const call = (method: string, path: string, as?: Caller, body?: unknown) =>
  suite.call(method, `/forum${path}`, { ...(as ? { as } : {}), ...(body === undefined ? {} : { body }) })

function ok({ status, body, text }: Answer): Answer['body'] {
  expect(status, text).toBe(200)
  return body
}

const refused = ({ status, body }: Answer, expected: number, message: string) =>
  expect({ status, body }).toEqual({ status: expected, body: { error: message } })

const cannot = (what: string) => `current actor does not have the permission to ${what}`

async function token({ username, password }: Member, scope: string): Promise<Caller> {
  const browser = await signedIn(suite.url, username, password)
  return bearer((await obtainTokens(suite, browser, client, scope)).access_token)
}

const mute = (user: object, over: object = {}) => ({
  user: { type: 'User', ...user },
  section: { type: 'ForumSection', id: section },
  kind: 'Mute',
  reason: 'Enough.',
  internal_note: 'Watch them.',
  ...over,
})

describe('a token', () => {
  test('can report with forum:write, and resolve reports only with forum:moderate', async () => {
    const path = `/threads/${thread}/reports`
    refused(
      await call('POST', path, await token(member, 'base forum:read'), spam),
      403,
      cannot('report this content'),
    )
    const report = ok(await call('POST', path, await token(member, 'base forum:write'), spam))
    const queue = `/reports?section=${section}`
    const resolution = `/reports/${report.id}/resolution`
    const weak = await token(moderator, 'base forum:read forum:write')
    refused(await call('GET', queue, weak), 403, cannot('read this report queue'))
    refused(await call('GET', `/reports/${report.id}`, weak), 403, cannot('read this report'))
    refused(await call('POST', resolution, weak, { status: 'Accepted' }), 403, cannot('resolve this report'))
    refused(
      await call('GET', `/moderation_log?section=${section}`, weak),
      403,
      cannot('read this moderation log'),
    )
    const strong = await token(moderator, 'base forum:moderate')
    expect(ok(await call('GET', queue, strong)).items[0]).toMatchObject({
      id: report.id,
      context: { thread_title: 'Buy this' },
    })
    expect(ok(await call('POST', resolution, strong, { status: 'Accepted' })).resolved_by.id).toBe(
      moderator.id,
    )
    expect(ok(await call('GET', `/moderation_log?section=${section}`, strong)).items[0].action).toBe(
      'ResolveReport',
    )
  })

  test('never has the administrator’s flag', async () => {
    const as = await token(administrator, 'base forum:read forum:write forum:moderate')
    refused(await call('GET', '/reports', as), 403, cannot('read this report queue'))
    refused(await call('GET', '/moderation_log', as), 403, cannot('read this moderation log'))
    refused(await call('POST', '/sanctions', as, mute({ id: member.id })), 403, cannot('sanction this user'))
  })

  test('reads the member’s own sanctions if it may read the forum, without moderators’ notes', async () => {
    const sanctioned = await suite.member('sanctioned')
    const made = ok(
      await call('POST', '/sanctions', moderator, mute({ username: 'sanctioned' }, { kind: 'Warning' })),
    )
    expect(made.internal_note).toBe('Watch them.')
    const { internal_note: _, ...shown } = made
    const own = `/sanctions?user=${sanctioned.id}`
    for (const as of [sanctioned, await token(sanctioned, 'base forum:read')]) {
      expect(ok(await call('GET', own, as)).items).toEqual([shown])
    }
    refused(await call('GET', own, await token(sanctioned, 'base')), 403, cannot('read these sanctions'))
  })
})

test('a client’s own credentials read what is public, and no more', async () => {
  const as = basic(client.key, client.secret)
  ok(await call('GET', `/threads/${thread}`, as))
  refused(await call('POST', `/threads/${thread}/reports`, as, spam), 403, cannot('report this content'))
  refused(await call('GET', '/reports', as), 403, cannot('read this report queue'))
  refused(await call('GET', '/moderation_log', as), 403, cannot('read this moderation log'))
  refused(await call('GET', `/sanctions?user=${unknown}`, as), 403, cannot('read these sanctions'))
  refused(await call('POST', '/sanctions', as, mute({ id: unknown })), 403, cannot('sanction this user'))
  refused(await call('DELETE', `/sanctions/${unknown}`, as), 403, cannot('lift this sanction'))
  refused(await call('GET', '/self/reports', as), 401, 'authentication required')
})

test('a banned moderator has no rights from the next request on, whatever the credentials', async () => {
  const banned = await suite.member('banned')
  ok(await call('POST', '/sections/off_topic/role_grants', administrator, { type: 'User', id: banned.id }))
  const as = await token(banned, 'base forum:moderate')
  const byPassword = basic('banned', banned.password)
  const queue = `/reports?section=${section}`
  for (const who of [banned, byPassword, as]) ok(await call('GET', queue, who))
  ok(await suite.call('PUT', `/users/${banned.id}/ban`, { as: administrator, body: { reason: 'Abuse' } }))
  for (const who of [banned, byPassword, as]) {
    refused(await call('GET', queue, who), 403, cannot('read this report queue'))
    refused(await call('POST', `/threads/${thread}/reports`, who, spam), 403, cannot('report this content'))
  }
  for (const who of [byPassword, as]) {
    refused(await call('POST', '/sanctions', who, mute({ id: member.id })), 401, 'invalid credentials')
    refused(await call('DELETE', `/sanctions/${unknown}`, who), 401, 'invalid credentials')
    refused(await call('GET', '/self/reports', who), 401, 'invalid credentials')
  }
  // The cookie of an ended session is no credential at all.
  refused(
    await call('POST', '/sanctions', banned, mute({ id: member.id })),
    403,
    cannot('sanction this user'),
  )
})

describe('whom a sanction names', () => {
  test('may have registered a moment ago, and be named by id or username', async () => {
    for (const by of ['id', 'username'] as const) {
      const newcomer = await suite.member(`newcomer_by_${by}`)
      const made = ok(await call('POST', '/sanctions', moderator, mute({ [by]: newcomer[by] })))
      expect(made.user).toEqual({
        type: 'User',
        id: newcomer.id,
        display_name: { current: { value: newcomer.displayName } },
      })
      const again = await call('POST', '/sanctions', administrator, mute({ id: newcomer.id }))
      refused(again, 409, 'a live mute already covers this scope')
      const reply = () => call('POST', `/threads/${thread}`, newcomer, { body: 'Hello' })
      refused(await reply(), 403, cannot('create a post in this thread'))
      ok(await call('DELETE', `/sanctions/${made.id}`, moderator))
      ok(await reply())
    }
  })

  test('is 404 if unknown, and not looked up for a caller without the right', async () => {
    for (const user of [{ id: unknown }, { username: 'nobody_at_all' }, { email: 'nobody@example.org' }]) {
      for (const as of [moderator, administrator]) {
        refused(await call('POST', '/sanctions', as, mute(user)), 404, 'user to sanction not found')
      }
      refused(await call('POST', '/sanctions', member, mute(user)), 403, cannot('sanction this user'))
    }
    for (const query of [`user=${unknown}`, `user=${unknown}&section=${section}`]) {
      refused(await call('GET', `/sanctions?${query}`, administrator), 404, 'user not found')
      refused(await call('GET', `/sanctions?${query}`, member), 403, cannot('read these sanctions'))
    }
    const newcomer = await suite.member('never_in_the_forum')
    expect(ok(await call('GET', `/sanctions?user=${newcomer.id}`, administrator)).count).toBe(0)
  })
})
