import { type ShortUser, shortUser } from '@agora/shared/contracts/types'
import type { Role } from './authority/role.ts'
import type { ForumActor } from './schemas.ts'

const inUtc = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00(?::00)?$/

/**
 * A stored time, as SQL or JSON gave it, in the contract's form. What the database says in UTC only needs its milliseconds
 * filled up: a page has dozens of times, and dates are slow.
 */
export function timestamp(value: Date | string): string {
  if (typeof value !== 'string') return value.toISOString()
  const [, day, seconds, fraction = ''] = inUtc.exec(value) ?? []
  return day === undefined ? new Date(value).toISOString() : `${day}T${seconds}.${fraction.padEnd(3, '0')}Z`
}

/** The short user of a row that has joined the projection; null stays null. */
export function userOrNull(id: string | null, displayName: string | null): ShortUser | null {
  return id === null ? null : shortUser({ id, displayName: displayName ?? '' })
}

export function memberActor(user: { id: string; displayName: string }, role: Role | null): ForumActor {
  return { type: 'UserForumActor', ...(role === null ? {} : { role }), user: shortUser(user) }
}

/** A moderation act: who bore the role is for moderators only. */
export function roleActor(
  role: Role | null,
  user: { id: string; displayName: string },
  readerModerates: boolean,
): ForumActor {
  return {
    type: 'RoleForumActor',
    ...(role === null ? {} : { role }),
    ...(readerModerates ? { user: shortUser(user) } : {}),
  }
}
