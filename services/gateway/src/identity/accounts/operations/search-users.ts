import { clampPage } from '@agora/shared/contracts/pagination'
import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { withoutOptional } from '@agora/shared/text/folding'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import type { UserListing, UserSearch } from '../schemas.ts'
import { readAccountsByName, readAllAccounts } from '../store.ts'

/** What parts words is nothing in a name. */
const PARTING = /[\u200b\u200c]/g
const SHORTEST = 2
const LONGEST = 64

/**
 * Finds members by a prefix of their username or display name, ignoring case, accents and the like. Administrators may omit the
 * name, and filter by ban.
 * @throws ApiError 403, 422
 */
export async function searchUsers(
  { pool }: Context,
  actor: UserPrincipal,
  { q, name = q, banned, ...query }: UserSearch,
): Promise<UserListing> {
  if (banned !== undefined && !actor.isAdministrator) throw new ApiError(common.forbidden)
  const page = clampPage(query)
  if (name === undefined ? !actor.isAdministrator : !isLongEnough(name))
    throw new ApiError(errors.nameTooShort)
  const { count, items } =
    name === undefined
      ? await readAllAccounts(pool, banned, page)
      : await readAccountsByName(pool, wantedOf(name), banned, page)
  return { count, items: items.map(shortUser), ...page }
}

/** Without the blank that a keyboard puts after a word, unless nothing else is asked for. */
const wantedOf = (name: string): string => (isLongEnough(name.trim()) ? name.trim() : name)

/** An accent on its own would leave nothing to compare. */
function isLongEnough(name: string): boolean {
  const letters = withoutOptional(name).replace(PARTING, '').normalize('NFC')
  const { length } = [...letters]
  return length >= SHORTEST && length <= LONGEST
}
