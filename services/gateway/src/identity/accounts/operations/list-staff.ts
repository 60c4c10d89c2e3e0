import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../context.ts'
import type { Staff, StaffQuery } from '../schemas.ts'
import { isAdministrator, readAccountsWithRole } from '../store.ts'
import { rolesView } from '../views.ts'

/**
 * Who is an administrator, or holds a role of the forum, with all their roles; the oldest account first. Everybody is told
 * the same, so roles in sections that not everybody may read are left out, unless an administrator asks for them.
 * @throws ApiError 403
 */
export async function listStaff(
  { prisma, readRoleHolders }: Context,
  principal: Caller,
  { closed = false }: StaffQuery,
): Promise<Staff> {
  const mayAsk = principal.kind === 'user' && principal.isAdministrator && principal.ceiling === 'full'
  if (closed && !mayAsk) throw new ApiError(common.forbidden)
  const all = await readRoleHolders(principal.traceparent)
  const grants = closed ? all : all.filter((grant) => grant.is_closed !== true)
  const holders = new Set(grants.map(({ user }) => user))
  const accounts = await readAccountsWithRole(prisma, [...holders])
  return {
    items: accounts.map((account) => ({
      user: shortUser(account),
      roles: rolesView(account.id, isAdministrator(account), grants),
    })),
  }
}
