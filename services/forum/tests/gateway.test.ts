import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok, refused } from './helpers/forum.ts'

/** The forum from outside: accounts, credentials and configuration are the gateway's. */

let suite: Suite
let administrator: Member
let member: Member
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
  member = await suite.member('member', { displayName: 'Some Member' })
})
afterAll(() => suite.close())

const unknown = '01890000-0000-7000-8000-000000000000'
const user = (reference: object) => ({ type: 'User', ...reference })

describe('the startup configuration', () => {
  it('has made the sections, in its order', async () => {
    const { sections } = ok(await suite.call('GET', '/forum/overview'))
    const keys = sections.map(({ key }: { key: string }) => key)
    const configured = ['community', 'news', 'welcome', 'games', 'strategy', 'off_topic']
    expect(keys.filter((key: string) => configured.includes(key))).toEqual(configured)
    expect(sections[keys.indexOf('news')].parent).toMatchObject({ key: 'community', parent: null })
  })

  it('bars everybody else from the internal route', async () => {
    const body = { key: 'mine', display_name: 'Mine', locale: null }
    const upsert = (headers: Record<string, string>) =>
      suite.call('POST', '/forum/sections', { as: administrator, headers, body })
    refused(await upsert({}), 401, 'missing internal authentication header')
    refused(await upsert({ 'svc-internal-auth': '' }), 401, 'missing internal authentication header')
    refused(await upsert({ 'svc-internal-auth': 'guess' }), 403, 'invalid internal authentication key')
    ok(await upsert({ 'svc-internal-auth': suite.secrets.internalKey }))
  })
})

describe('credentials', () => {
  it('by session and by Basic allow everything the account may do', async () => {
    const input = { title: 'Hello', body: 'World' }
    for (const as of [member, basic(member.username, member.password)]) {
      const thread = ok(await suite.call('POST', '/forum/sections/off_topic', { as, body: input }))
      expect(thread.posts.items[0].author.user).toEqual(
        user({ id: member.id, display_name: { current: { value: 'Some Member' } } }),
      )
      ok(await suite.call('DELETE', `/forum/threads/${thread.id}`, { as: administrator }))
    }
  })

  it('that are invalid get 401 where the route lists it, and read as a guest elsewhere', async () => {
    const as = basic(member.username, 'a wrong password')
    const input = { title: 'Hello', body: 'World' }
    const answer = await suite.call('POST', '/forum/sections/off_topic', { as, body: input })
    refused(answer, 401, 'invalid credentials')
    expect(answer.headers.get('www-authenticate')).toBeTruthy()
    ok(await suite.call('GET', '/forum/sections/off_topic', { as }))
  })
})

describe('a grantee', () => {
  const grant = (as: Member, reference: object) =>
    suite.call('POST', '/forum/sections/off_topic/role_grants', { as, body: user(reference) })
  const grantRole = (as: Member, reference: object) =>
    suite.call('POST', '/forum/role_grants', { as, body: { user: user(reference), role: 'GlobalModerator' } })

  it('may have registered a moment ago, and be named by id or username', async () => {
    for (const [index, by] of (['id', 'username'] as const).entries()) {
      const newcomer = await suite.member(`newcomer_${index}`)
      const { role_grants: grants } = ok(await grant(administrator, { [by]: newcomer[by] }))
      expect(grants.at(-1).user).toEqual(
        user({ id: newcomer.id, display_name: { current: { value: newcomer.displayName } } }),
      )
    }
  })

  it('that does not exist is 422 for a section, 404 for the forum', async () => {
    for (const reference of [
      { id: unknown },
      { username: 'nobody_at_all' },
      { email: 'nobody@example.org' },
    ]) {
      refused(await grant(administrator, reference), 422, 'target grantee user not found')
      refused(await grantRole(administrator, reference), 404, 'target grantee user not found')
    }
  })

  it('is not looked up for a caller without the right', async () => {
    for (const reference of [{ id: unknown }, { id: member.id }, { username: member.username }]) {
      expect((await grant(member, reference)).status).toBe(403)
      expect((await grantRole(member, reference)).status).toBe(403)
    }
  })

  it('steps down by their own username', async () => {
    const moderator = await suite.member('steps_down')
    ok(await grant(administrator, { id: moderator.id }))
    const body = user({ username: moderator.username })
    ok(await suite.call('DELETE', '/forum/sections/off_topic/role_grants', { as: moderator, body }))
  })
})

describe('a new display name', () => {
  it('is shown on earlier posts', async () => {
    const author = await suite.member('renamed', { displayName: 'Old name' })
    const thread = ok(
      await suite.call('POST', '/forum/sections/off_topic', {
        as: author,
        body: { title: 'Mine', body: 'Text' },
      }),
    )
    ok(await suite.call('PATCH', `/users/${author.id}`, { as: author, body: { display_name: 'New name' } }))
    await expect
      .poll(
        async () => {
          const { posts } = ok(await suite.call('GET', `/forum/threads/${thread.id}`))
          return posts.items[0].author.user.display_name.current.value
        },
        { timeout: 30_000 },
      )
      .toBe('New name')
  })
})

describe('a report that waits', () => {
  it('is told to an administrator who wants it', async () => {
    const set = (reports: string) =>
      suite.call('PATCH', '/notifications/settings', { as: administrator, body: { reports } })
    const waiting = async (): Promise<{ id: string }[]> =>
      ok(await suite.call('GET', '/notifications?unread=true', { as: administrator })).items.filter(
        ({ kind }: { kind: string }) => kind === 'ReportWaiting',
      )
    expect(ok(await set('Live')).reports).toBe('Live')
    const ids = (await waiting()).map(({ id }) => id)
    ok(await suite.call('PUT', '/notifications/read', { as: administrator, body: { ids } }))
    const thread = ok(
      await suite.call('POST', '/forum/sections/off_topic', {
        as: administrator,
        body: { title: 'Reported', body: 'Spam' },
      }),
    )
    const body = { reason: 'Spam' }
    ok(await suite.call('POST', `/forum/threads/${thread.id}/reports`, { as: member, body }))
    await expect.poll(async () => (await waiting()).length).toBe(1)
    ok(await set('Never'))
  })
})
