import { describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'
import {
  elsewhere,
  forum,
  globalModerator,
  inModeratedForum,
  member,
  moderator,
  outsiders,
  section,
} from './helpers/moderated-forum.ts'
import {
  lapse,
  type SanctionInput,
  sanction,
  sanctionBody,
  sectionRef,
  short,
  timestamp,
  unknown,
  userRef,
  uuid,
} from './helpers/moderation.ts'

inModeratedForum()

const cannotSanction = 'current actor does not have the permission to sanction this user'
const cannotLift = 'current actor does not have the permission to lift this sanction'
const covered = 'a live mute already covers this scope'

/** An hour or so from now. */
const soon = (hours = 1) => new Date(Date.now() + hours * 3_600_000).toISOString()
const create = (who: Who, user: object, input?: SanctionInput) =>
  forum.post('/sanctions', who, sanctionBody(user, input))
const lift = (who: Who, { id }: { id: string }) => forum.delete(`/sanctions/${id}`, who)
const list = (who: Who, query: string) => forum.get(`/sanctions?${query}`, who)

async function newMember(displayName = 'Newcomer'): Promise<User> {
  const user = newUser(displayName)
  await forum.meet(user)
  return user
}

describe('createSanction', () => {
  const created = (user: User, by: User) => ({
    type: 'ForumSanction',
    id: expect.stringMatching(uuid),
    user: short(user),
    created_at: expect.stringMatching(timestamp),
    created_by: short(by),
    deleted_at: null,
    deleted_by: null,
  })

  it('returns the sanction and leaves one log entry', async () => {
    const user = await newMember()
    const words = { reason: 'Reason', internal_note: '' }
    const expires = soon()
    const mute = ok(await create(moderator, userRef(user), { section, expires_at: expires, ...words }))
    expect(mute).toEqual({
      ...created(user, moderator),
      section: sectionRef(section),
      kind: 'Mute',
      expires_at: expires,
      ...words,
    })
    const warning = ok(await create(globalModerator, userRef(user), { kind: 'Warning', ...words }))
    expect(warning).toEqual({
      ...created(user, globalModerator),
      section: null,
      kind: 'Warning',
      expires_at: null,
      ...words,
    })
    const [entry] = ok(await forum.get(`/moderation_log?section=${section.id}&limit=1`, moderator)).items
    expect(entry).toEqual({
      type: 'ForumModerationEvent',
      id: expect.stringMatching(uuid),
      ctime: expect.stringMatching(timestamp),
      actor: short(moderator),
      action: 'CreateSanction',
      section: section.id,
      thread: null,
      post: null,
      target_user: short(user),
      comment: null,
      data: { sanction: mute.id, kind: 'Mute', expires_at: expires },
    })
    const [site] = ok(await forum.get('/moderation_log?limit=1', administrator)).items
    const data = { sanction: warning.id, kind: 'Warning', expires_at: null }
    expect(site).toMatchObject({ action: 'CreateSanction', section: null, data })
  })

  it('treats null like an omitted field, and accepts ids in any letter case', async () => {
    const user = await newMember()
    const body = { ...sanctionBody(userRef(user)), kind: 'Warning', section: null, expires_at: null }
    expect(ok(await forum.post('/sanctions', administrator, body))).toMatchObject({
      section: null,
      expires_at: null,
    })
    const shouted = sanctionBody(
      { type: 'User', id: user.id.toUpperCase() },
      { section: { id: section.id.toUpperCase() } },
    )
    expect(ok(await forum.post('/sanctions', administrator, shouted))).toMatchObject({
      user: short(user),
      section: sectionRef(section),
    })
  })

  it('is for the section’s moderators, and forum-wide for the roles of the whole forum', async () => {
    const callers: [Who, { here: boolean; site: boolean }][] = [
      ...[guest, client, ...outsiders()].map((who): [Who, { here: boolean; site: boolean }] => [
        who,
        { here: false, site: false },
      ]),
      [moderator, { here: true, site: false }],
      [underToken(moderator, 'forum:moderate'), { here: true, site: false }],
      [globalModerator, { here: true, site: true }],
      [underToken(globalModerator, 'forum:moderate'), { here: true, site: true }],
      [administrator, { here: true, site: true }],
    ]
    for (const [who, may] of callers) {
      const user = await newMember()
      const here = await create(who, userRef(user), { section })
      if (may.here) expect(here.status).toBe(200)
      else refused(here, 403, cannotSanction)
      const site = await create(who, userRef(user))
      if (may.site) expect(site.status).toBe(200)
      else refused(site, 403, cannotSanction)
    }
    refused(await create(moderator, userRef(member), { section: elsewhere }), 403, cannotSanction)
    // The target's own roles are irrelevant.
    ok(await create(moderator, userRef(globalModerator), { section, kind: 'Warning' }))
  })

  it('checks credentials, shape, permission and targets in this order', async () => {
    const nobody = userRef({ id: unknown })
    const unresolved = await forum.post('/sanctions', unresolvable, '{')
    refused(unresolved, 401, 'invalid credentials')
    expect(unresolved.headers.get('www-authenticate')).toBeTruthy()
    for (const who of [guest, client, ...outsiders()]) {
      expect((await forum.post('/sanctions', who, {})).status).toBe(422)
      const expiring = await create(who, nobody, { kind: 'Warning', expires_at: soon() })
      refused(expiring, 400, 'a warning cannot expire')
      expect((await create(who, nobody, { expires_at: '2020-01-01T00:00:00.000Z' })).status).toBe(422)
      for (const user of [
        nobody,
        userRef(member),
        { type: 'User', username: 'x' },
        { type: 'User', email: 'a@b.c' },
      ]) {
        for (const input of [{}, { section }, { section: { id: unknown } }]) {
          refused(await create(who, user, input), 403, cannotSanction)
        }
      }
    }
    for (const input of [{}, { section: elsewhere }]) {
      refused(await create(moderator, nobody, input), 403, cannotSanction)
    }
    for (const who of [moderator, globalModerator, administrator]) {
      refused(await create(who, nobody, { section: { id: unknown } }), 404, 'section not found')
    }
    for (const who of [globalModerator, administrator]) {
      // Nobody answers for the accounts here.
      refused(await create(who, nobody, { section }), 503, 'service unavailable')
    }
  })

  it('refuses bodies of the wrong shape', async () => {
    const good = sanctionBody(userRef(member), { kind: 'Warning' })
    for (const over of [
      { user: undefined },
      { user: null },
      { user: [userRef(member)] },
      { user: { type: 'User' } },
      { user: { type: 'Member', id: member.id } },
      { user: { type: 'User', id: 'x' } },
      { user: { type: 'User', username: '\0' } },
      { section: section.id },
      { section: { type: 'ForumSection', key: section.key } },
      { section: { type: 'ForumSection', id: ['x'] } },
      { kind: 'Ban' },
      { kind: undefined },
      { reason: undefined },
      { reason: null },
      { reason: '\0' },
      { reason: 'x'.repeat(65_537) },
      { internal_note: undefined },
      { internal_note: 1 },
      { kind: 'Mute', expires_at: 'tomorrow' },
      { kind: 'Mute', expires_at: 4102444800000 },
      { kind: 'Mute', expires_at: '2100-02-30T00:00:00Z' },
      { kind: 'Mute', expires_at: '2100-01-01' },
    ]) {
      const answer = await forum.post('/sanctions', administrator, { ...good, ...over })
      expect(answer.status, JSON.stringify(over)).toBe(422)
      expect(answer.body.error, JSON.stringify(over)).toContain(Object.keys(over).at(-1))
    }
    expect(
      (await forum.post('/sanctions', administrator, { ...good, reason: 'x'.repeat(1 << 20) })).status,
    ).toBe(413)
    expect((await forum.post('/sanctions', administrator)).status).toBe(400)
    const half = JSON.stringify(good).replace('Be kind.', '\\ud800')
    expect((await forum.post('/sanctions', administrator, half)).status).toBe(422)
  })

  it('accepts an expiry in any form and returns it in the contract’s, but none in the past', async () => {
    for (const [expires, answered] of [
      ['2100-01-01T00:00:00Z', '2100-01-01T00:00:00.000Z'],
      ['2100-01-01T02:30:00.123456+02:30', '2100-01-01T00:00:00.123Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ] as const) {
      const user = await newMember()
      expect((await sanction(forum, user, { expires_at: expires })).expires_at).toBe(answered)
      const { items } = ok(await list(user, `user=${user.id}&active=true`))
      expect(items[0].expires_at).toBe(answered)
    }
    for (const expires of [
      '2020-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      new Date().toISOString(),
      '9999-12-31T23:59:59-23:59',
      '2100-01-01T23:59:60Z',
    ]) {
      expect((await create(administrator, userRef(member), { expires_at: expires })).status, expires).toBe(
        422,
      )
    }
  })

  it('refuses a mute that a mute in force covers', async () => {
    const user = await newMember()
    const mute = (input?: SanctionInput) => create(administrator, userRef(user), input)
    const here = ok(await mute({ section }))
    refused(await mute({ section }), 409, covered)
    refused(await mute({ section, expires_at: soon() }), 409, covered)
    ok(await mute({ section: elsewhere }))
    const site = ok(await mute())
    for (const input of [{}, { section }, { section: elsewhere }]) refused(await mute(input), 409, covered)
    for (const kind of ['Warning', 'Warning'] as const) ok(await mute({ section, kind }))
    ok(await lift(administrator, site))
    refused(await mute({ section }), 409, covered)
    ok(await lift(administrator, here))
    const timed = ok(await mute({ section, expires_at: soon() }))
    refused(await mute({ section }), 409, covered)
    await lapse(forum, timed)
    ok(await mute({ section }))
  })
})

describe('a mute', () => {
  it('bars from writing where it applies, until it is lifted or expires', async () => {
    const user = await newMember()
    const threads = { here: await forum.thread(section, user), there: await forum.thread(elsewhere, user) }
    const writes = async (where: keyof typeof threads) => {
      const thread = threads[where]
      const opened = await forum.post(`/sections/${thread.section.id}`, user, {
        title: 'Title',
        body: 'Body',
      })
      const edit = { last_revision_id: unknown, content: 'New', comment: null }
      const edited = await forum.patch(`/posts/${thread.posts.items[0].id}`, user, edit)
      expect(edited.status).toBe(403)
      const self = ok(await forum.get(`/threads/${thread.id}`, user)).self
      const replied = await forum.post(`/threads/${thread.id}`, user, { body: 'Reply' })
      expect(opened.status).toBe(replied.status)
      expect(self.can_post).toBe(replied.status === 200)
      return replied.status
    }
    const here = await sanction(forum, user, { section })
    expect([await writes('here'), await writes('there')]).toEqual([403, 200])
    const site = await sanction(forum, user, { expires_at: soon() })
    ok(await lift(administrator, here))
    expect([await writes('here'), await writes('there')]).toEqual([403, 403])
    await lapse(forum, site)
    expect([await writes('here'), await writes('there')]).toEqual([200, 200])
  })
})

describe('deleteSanction', () => {
  it('lifts once, returns the sanction, and leaves one log entry', async () => {
    const user = await newMember()
    const made = await sanction(forum, user, { section, expires_at: soon() })
    const lifted = ok(await lift(moderator, { id: made.id.toUpperCase() }))
    const { deleted_at: deletedAt } = lifted
    expect(lifted).toEqual({
      ...made,
      deleted_at: expect.stringMatching(timestamp),
      deleted_by: short(moderator),
    })
    expect(deletedAt >= made.created_at).toBe(true)
    for (const who of [moderator, administrator])
      refused(await lift(who, made), 409, 'sanction is already lifted')
    expect(ok(await list(moderator, `section=${section.id}&user=${user.id}`)).items).toEqual([lifted])
    const { items } = ok(await forum.get(`/moderation_log?section=${section.id}&limit=1`, moderator))
    expect(items[0]).toMatchObject({
      action: 'DeleteSanction',
      actor: short(moderator),
      target_user: short(user),
      data: { sanction: made.id, kind: 'Mute', expires_at: made.expires_at },
    })
  })

  it('lifts an expired one, and leaves its expiry', async () => {
    const made = await sanction(forum, await newMember(), { expires_at: soon() })
    await lapse(forum, made)
    const lifted = ok(await lift(globalModerator, made))
    expect(lifted.deleted_by).toEqual(short(globalModerator))
    expect(lifted.expires_at < lifted.deleted_at).toBe(true)
  })

  it('checks credentials, permission, sanction and state in this order', async () => {
    const user = await newMember()
    const here = await sanction(forum, user, { section, kind: 'Warning' })
    const site = await sanction(forum, user, { kind: 'Warning' })
    const there = await sanction(forum, user, { section: elsewhere })
    for (const { id } of [here, { id: unknown }])
      refused(await lift(unresolvable, { id }), 401, 'invalid credentials')
    for (const who of [guest, client, user, ...outsiders()]) {
      for (const id of [here.id, unknown, 'x', '%00']) refused(await lift(who, { id }), 403, cannotLift)
    }
    for (const made of [site, there]) refused(await lift(moderator, made), 403, cannotLift)
    for (const who of [moderator, globalModerator, administrator]) {
      for (const id of [unknown, 'x', user.id]) refused(await lift(who, { id }), 404, 'sanction not found')
    }
    ok(await lift(administrator, site))
    refused(await lift(moderator, site), 403, cannotLift)
    const headers = { 'content-type': 'application/json' }
    ok(await forum.call('DELETE', `/sanctions/${there.id}`, administrator, { headers }))
  })
})
