import { type ShortUser, shortUser } from '@agora/shared/contracts/types'
import type { Role } from './authority/role.ts'
import type { ForumActor } from './schemas.ts'

/** A stored time, as SQL or JSON gave it, in the contract's form. */
export function timestamp(value: Date | string): string {
  return (typeof value === 'string' ? new Date(value) : value).toISOString()
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
