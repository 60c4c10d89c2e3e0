import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import type { Context } from '../../context.ts'
import type { Staff } from '../schemas.ts'
import { readAccountsWithRole } from '../store.ts'

/**
 * Who is an administrator, or holds a role of the forum, with all their roles; the oldest account first. Everybody is told
 * the same, so roles in sections that not everybody may read are left out.
 */
export async function listStaff(
  { prisma, readRoleHolders }: Context,
  { traceparent }: Caller,
): Promise<Staff> {
  const grants = (await readRoleHolders(traceparent)).filter((grant) => grant.is_closed !== true)
  const holders = new Set(grants.map(({ user }) => user))
  const accounts = await readAccountsWithRole(prisma, [...holders])
  const items = accounts.map((account) => {
    const own = grants.filter(({ user }) => user === account.id)
    const isAdministrator = account.administratorName !== null
    return {
      user: shortUser(account),
      roles: [
        ...(isAdministrator ? [{ role: 'Administrator', section: null }] : []),
        ...own.map(({ role, section }) => ({
          role,
          section: section === null ? null : ({ type: 'ForumSection', id: section } as const),
        })),
      ],
    }
  })
  return { items }
}
