import type { InternalUser } from '@agora/shared/contracts/internal-users'
import type { Context } from '../../context.ts'
import { readAccounts } from '../store.ts'
import { internalUser } from '../views.ts'

/** The accounts with these ids, for another service; unknown ids are left out. */
export async function listUsers({ prisma }: Context, ids: readonly string[]): Promise<InternalUser[]> {
  const accounts = await readAccounts(prisma, ids)
  return accounts.map(internalUser)
}
