import { parseUuid } from '@agora/shared/contracts/ids'
import type { InternalUser, UserLookup } from '@agora/shared/contracts/internal-users'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { readAccount, readAccountByUsername, readAccountIdByEmail } from '../store.ts'
import { internalUser } from '../views.ts'

/** Finds one account for another service. @throws ApiError 404 */
export async function resolveUser({ pool }: Context, lookup: UserLookup): Promise<InternalUser> {
  const byId = async (id: string | undefined) => (id === undefined ? null : readAccount(pool, id))
  const account =
    'id' in lookup
      ? await byId(parseUuid(lookup.id))
      : 'username' in lookup
        ? await readAccountByUsername(pool, lookup.username)
        : await byId(await readAccountIdByEmail(pool, lookup.email))
  if (!account) throw new ApiError(errors.userNotFound)
  return internalUser(account)
}
