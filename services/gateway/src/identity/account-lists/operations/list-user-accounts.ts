import type { RoleGrants } from '@agora/shared/contracts/internal-roles'
import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { rolesView } from '../../accounts/views.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import type { AccountPage, AccountQuery, ListedAccount } from '../schemas.ts'
import { type AccountRow, isKeyOf, readAccountPage } from '../store.ts'

/** The longest address. */
const LONGEST = 254

/**
 * A page of all accounts, or of those that a name, an address, a role or a state finds. For administrators.
 * @throws ApiError 400 for what is no `after`, 422 for a name that is too short or too long
 */
export async function listUserAccounts(
  { pool, readRoleHolders }: Context,
  traceparent: string,
  { name, role, state, sort, after, ...query }: AccountQuery,
): Promise<AccountPage> {
  const wanted = name?.trim()
  if (wanted !== undefined && (wanted.length < 2 || wanted.length > LONGEST))
    throw new ApiError(errors.nameTooShort)
  const limit = Math.min(query.limit, MAX_PAGE)
  const cursor = readCursor(after, isKeyOf(sort))
  const grants = await readRoleHolders(traceparent)
  const rows = await readAccountPage(pool, {
    name: wanted,
    holders: grants.filter((grant) => grant.role === role).map(({ user }) => user),
    role,
    state,
    sort,
    cursor,
    // One more tells whether there is another page.
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items: items.map((row) => viewOf(row, grants)), next: last ? writeCursor(last) : null }
}

const viewOf = (row: AccountRow, grants: RoleGrants['grants']): ListedAccount => ({
  type: 'Account',
  user: shortUser(row),
  username: row.username,
  emails: row.emails,
  roles: rolesView(row.id, row.isAdministrator, grants),
  state: row.isBanned ? 'Banned' : 'Active',
  created_at: row.createdAt.toISOString(),
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
})
