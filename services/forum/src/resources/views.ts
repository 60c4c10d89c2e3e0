import type { Role } from '@agora/shared/contracts/roles'
import { type ShortUser, shortUser } from '@agora/shared/contracts/types'
import type { ForumActor } from './schemas.ts'

const inUtc = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00(?::00)?$/

/**
 * A stored time, from SQL or JSON, in the contract's form. The database's UTC text only lacks padded milliseconds: a
 * page has dozens of times, and dates are slow.
 */
export function timestamp(value: Date | string): string {
  if (typeof value !== 'string') return value.toISOString()
  const [, day, seconds, fraction = ''] = inUtc.exec(value) ?? []
  return day === undefined ? new Date(value).toISOString() : `${day}T${seconds}.${fraction.padEnd(3, '0')}Z`
}

export const timestampOrNull = (value: Date | string | null) => (value === null ? null : timestamp(value))

/** A row's user in short; the name is null if the forum does not know the account yet. */
export function viewUser(id: string, displayName: string | null): ShortUser {
  return shortUser({ id, displayName: displayName ?? '' })
}

export function viewUserOrNull(id: string | null, displayName: string | null): ShortUser | null {
  return id === null ? null : viewUser(id, displayName)
}

export function memberActor(id: string, displayName: string | null, role: Role | null): ForumActor {
  const user = viewUser(id, displayName)
  return role === null ? { type: 'UserForumActor', user } : { type: 'UserForumActor', role, user }
}

/** A moderation act: `user`, who held the role, is undefined except for moderators. */
export function roleActor(role: Role | null, user: ShortUser | undefined): ForumActor {
  return {
    type: 'RoleForumActor',
    ...(role === null ? {} : { role }),
    ...(user === undefined ? {} : { user }),
  }
}
