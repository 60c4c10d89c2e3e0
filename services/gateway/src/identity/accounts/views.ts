import type { RoleGrants } from '@agora/shared/contracts/internal-roles'
import type { InternalUser } from '@agora/shared/contracts/internal-users'
import { shortUser } from '@agora/shared/contracts/types'
import type { Links } from '../game-links/schemas.ts'
import type { HeldRole, User } from './schemas.ts'
import { type Account, isAdministrator } from './store.ts'

/** A member as anyone sees them, or, in full, as they see themselves. */
export function userView(account: Account, links: Links, { full }: { full: boolean }): User {
  return {
    created_at: account.createdAt.toISOString(),
    is_administrator: isAdministrator(account),
    links,
    ...shortUser(account),
    ...(full ? { username: account.username, has_password: account.passwordHash !== null } : {}),
  }
}

/** All roles of an account: as an administrator, and those that the forum grants. */
export const rolesView = (id: string, isNamed: boolean, grants: RoleGrants['grants']): HeldRole[] => [
  ...(isNamed ? [{ role: 'Administrator', section: null }] : []),
  ...grants
    .filter(({ user }) => user === id)
    .map(({ role, section }) => ({
      role,
      section: section === null ? null : ({ type: 'ForumSection', id: section } as const),
    })),
]

/** What the other services see of an account. */
export const internalUser = (account: Account): InternalUser => ({
  id: account.id,
  username: account.username,
  display_name: account.displayName,
  created_at: account.createdAt.toISOString(),
  is_administrator: isAdministrator(account),
})
