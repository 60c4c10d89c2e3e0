import type { Principal } from '@agora/shared/contracts/principal'
import type { Role } from '@agora/shared/contracts/roles'
import { describe, expect, it } from 'vitest'
import { canSeeThread, postAbilities, threadAbilities } from '../src/authority/abilities.ts'
import { type Actor, forumCeiling } from '../src/authority/actor.ts'
import {
  authorityIn,
  canGrant,
  globalRoles,
  moderatesAnything,
  sectionsClosedTo,
} from '../src/authority/authority.ts'

const here = '00000000-0000-7000-8000-00000000000a'
const elsewhere = '00000000-0000-7000-8000-00000000000b'
const self = { id: '00000000-0000-7000-8000-000000000001', displayName: 'Self' }
const other = '00000000-0000-7000-8000-000000000002'

const held = {
  none: [],
  administrator: [{ role: 'Administrator', sectionId: null }],
  'global moderator': [{ role: 'GlobalModerator', sectionId: null }],
  'moderator here': [{ role: 'Moderator', sectionId: here }],
  'moderator elsewhere': [{ role: 'Moderator', sectionId: elsewhere }],
} as const satisfies Record<string, Actor['roles']>
type Held = keyof typeof held

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const mutes = { none: [], forum: [null], here: [here], elsewhere: [elsewhere] } as const
type Mute = keyof typeof mutes

const ceilings = ['public', 'read', 'post', 'roles'] as const
const writes = (ceiling: (typeof ceilings)[number]) => ceiling === 'post' || ceiling === 'roles'

const actor = (roles: Held, mute: Mute, ceiling: Actor['ceiling']): Actor => ({
  user: self,
  ceiling,
  roles: held[roles],
  mutes: mutes[mute],
  barred: [],
  archived: [],
  closed: [],
  readsClosed: false,
  traceparent,
})

const powers: Record<Held, Role[]> = {
  none: [],
  administrator: ['Administrator'],
  'global moderator': ['GlobalModerator'],
  'moderator here': ['Moderator'],
  'moderator elsewhere': [],
}

const cases = (Object.keys(held) as Held[]).flatMap((roles) =>
  (Object.keys(mutes) as Mute[]).flatMap((mute) => ceilings.map((ceiling) => ({ roles, mute, ceiling }))),
)

describe('authorityIn', () => {
  it.each(cases)('holds for role $roles, mute $mute, ceiling $ceiling', ({ roles, mute, ceiling }) => {
    const muted = mute === 'forum' || mute === 'here'
    const counting = ceiling === 'roles' ? powers[roles] : []
    expect(authorityIn(actor(roles, mute, ceiling), here)).toEqual({
      roles: counting,
      role: counting[0],
      canRead: true,
      canWrite: writes(ceiling) && !muted,
      canReport: writes(ceiling),
      canModerate: counting.length > 0,
      canAppoint: counting.length > 0 && roles !== 'moderator here',
    })
  })

  it('lists several roles with the strongest first', () => {
    const roles = [...held['moderator here'], ...held['global moderator'], ...held.administrator]
    const all: Actor = {
      user: self,
      ceiling: 'roles',
      roles,
      mutes: [],
      barred: [],
      archived: [],
      closed: [],
      readsClosed: false,
      traceparent,
    }
    expect(authorityIn(all, here).roles).toEqual(['Administrator', 'GlobalModerator', 'Moderator'])
    expect(globalRoles(all)).toEqual(['Administrator', 'GlobalModerator'])
  })

  it.each(Object.keys(held) as Held[])(
    'writes nowhere that is archived, and moderates there: %s',
    (roles) => {
      const open = authorityIn(actor(roles, 'none', 'roles'), here)
      const closed = authorityIn({ ...actor(roles, 'none', 'roles'), archived: [here] }, here)
      expect(closed).toEqual({ ...open, canWrite: false })
    },
  )

  it.each(Object.keys(held) as Held[])('is barred from writing where %s moderates not', (roles) => {
    const who = { ...actor(roles, 'none', 'roles'), barred: [here] }
    expect(authorityIn(who, here)).toMatchObject({ canWrite: powers[roles].length > 0, canReport: true })
    expect(authorityIn({ ...who, ceiling: 'post' }, here).canWrite).toBe(false)
    expect(authorityIn(who, elsewhere).canWrite).toBe(true)
  })

  it.each(Object.keys(held) as Held[])('is closed where %s moderates not', (roles) => {
    const who = { ...actor(roles, 'none', 'roles'), closed: [here] }
    const is = powers[roles].length > 0
    expect(authorityIn(who, here)).toMatchObject({ canRead: is, canWrite: is, canReport: is })
    expect(sectionsClosedTo(who)).toEqual(is ? [] : [here])
    const underPost: Actor = { ...who, ceiling: 'post' }
    expect(authorityIn(underPost, here)).toMatchObject({ canRead: false, canWrite: false, canReport: false })
    expect(authorityIn(who, elsewhere).canRead).toBe(true)
    const [open, deleted] = [{ isDeleted: false }, { isDeleted: true }].map((thread) =>
      canSeeThread(authorityIn(who, here), thread),
    )
    expect([open, deleted]).toEqual([is, is])
  })

  it('gives a guest nothing', () => {
    const authority = authorityIn(
      {
        ceiling: 'read',
        roles: [],
        mutes: [],
        barred: [],
        archived: [],
        closed: [],
        readsClosed: false,
        traceparent,
      },
      here,
    )
    const may = Object.entries(authority).filter(([, value]) => value === true)
    expect(may).toEqual([['canRead', true]])
  })
})

describe('canGrant', () => {
  it.each([
    ['administrator', ['Administrator', 'GlobalModerator', 'Moderator']],
    ['global moderator', ['Moderator']],
    ['moderator here', []],
    ['none', []],
  ] as const)('lets %s grant %j, under the ceiling of roles alone', (roles, grantable) => {
    for (const role of ['Administrator', 'GlobalModerator', 'Moderator'] as const) {
      expect(canGrant(actor(roles, 'forum', 'roles'), role)).toBe(
        (grantable as readonly Role[]).includes(role),
      )
      expect(canGrant(actor(roles, 'none', 'post'), role)).toBe(false)
    }
    expect(moderatesAnything(actor(roles, 'none', 'roles'))).toBe(roles !== 'none')
    expect(moderatesAnything(actor(roles, 'none', 'post'))).toBe(false)
  })
})

describe('threadAbilities', () => {
  const states = [true, false].flatMap((is_locked) =>
    [true, false].flatMap((isDeleted) =>
      [self.id, other].map((authorId) => ({ is_locked, isDeleted, authorId })),
    ),
  )

  it.each(cases)('hold for role $roles, mute $mute, ceiling $ceiling', ({ roles, mute, ceiling }) => {
    const who = actor(roles, mute, ceiling)
    const authority = authorityIn(who, here)
    for (const thread of states) {
      const moderates = authority.canModerate && !thread.isDeleted
      expect(threadAbilities(who, authority, thread)).toEqual({
        can_post: authority.canWrite && !thread.is_locked && !thread.isDeleted,
        can_lock: moderates,
        can_pin: moderates,
        can_move: moderates,
        can_delete: moderates,
        can_report: writes(ceiling) && !thread.isDeleted && thread.authorId === other,
      })
    }
  })
})

describe('postAbilities', () => {
  const booleans = [true, false]
  const states = [self.id, other].flatMap((authorId) =>
    booleans.flatMap((isModerated) =>
      booleans.flatMap((isLast) =>
        booleans.map((threadIsDeleted) => ({ authorId, isModerated, isLast, threadIsDeleted })),
      ),
    ),
  )

  it.each(cases)('hold for role $roles, mute $mute, ceiling $ceiling', ({ roles, mute, ceiling }) => {
    const who = actor(roles, mute, ceiling)
    const authority = authorityIn(who, here)
    for (const post of states) {
      const live = !post.threadIsDeleted
      const own = post.authorId === self.id
      const edits = own
        ? authority.canWrite && (authority.canModerate || (post.isLast && !post.isModerated))
        : authority.canModerate
      expect(postAbilities(who, authority, post)).toEqual({
        can_edit: live && edits,
        can_delete: live && authority.canModerate,
        can_report: live && !own && writes(ceiling),
      })
    }
  })
})

describe('forumCeiling', () => {
  const user = (ceiling: Extract<Principal, { kind: 'user' }>['ceiling']): Principal => ({
    kind: 'user',
    id: self.id,
    displayName: 'Self',
    isAdministrator: true,
    isRecent: true,
    createdAt: new Date().toISOString(),
    internalKey: 'absent',
    ceiling,
  })

  it.each([
    ['a session', user('full'), 'roles'],
    ['a token to moderate', user(['base', 'forum:moderate']), 'roles'],
    ['a token to write', user(['base', 'forum:read', 'forum:write']), 'post'],
    ['a token to read', user(['base', 'forum:read']), 'read'],
    ['a token of no scope', user([]), 'public'],
    ['a client', { kind: 'client', id: other, internalKey: 'absent' }, 'public'],
    ['a guest', { kind: 'guest', internalKey: 'valid' }, 'public'],
  ] as [string, Principal, string][])('of %s is as the contract has it', (_, principal, expected) => {
    expect(forumCeiling(principal)).toBe(expected)
  })
})
