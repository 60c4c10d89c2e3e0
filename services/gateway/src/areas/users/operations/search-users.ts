import { clampPage } from '@agora/shared/contracts/pagination'
import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { UserListing, UserSearch } from '../schemas.ts'
import { readAccountsByName, readAllAccounts } from '../store.ts'

const SHORTEST = 2
const LONGEST = 64

/**
 * Finds members by a prefix of their username or display name, ignoring case and accents. Administrators may omit the
 * name, and filter by ban.
 * @throws ApiError 403, 422
 */
export async function searchUsers(
  { pool }: Context,
  actor: UserPrincipal,
  { name, banned, ...query }: UserSearch,
): Promise<UserListing> {
  if (banned !== undefined && !actor.isAdministrator) throw new ApiError(common.forbidden)
  const page = clampPage(query)
  if (name === undefined ? !actor.isAdministrator : !isLongEnough(name))
    throw new ApiError(errors.nameTooShort)
  const { count, accounts } =
    name === undefined
      ? await readAllAccounts(pool, banned, page)
      : await readAccountsByName(pool, name, banned, page)
  return { count, items: accounts.map(shortUser), ...page }
}

/** An accent on its own would leave nothing to compare. */
function isLongEnough(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const { length } = [...letters]
  return length >= SHORTEST && length <= LONGEST
}
