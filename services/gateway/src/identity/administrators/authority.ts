import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Actor } from '../accounts/authority.ts'
import { lockAccount } from '../accounts/store.ts'
import { readStanding } from './store.ts'

/**
 * Holds both accounts, in one order for everybody, while the actor is an administrator still: of two who take the role from
 * each other, one comes first and the other is refused.
 * @throws ApiError 403
 */
export async function requireStillAdministrator(tx: Transaction, actor: Actor, other: string): Promise<void> {
  for (const id of [...new Set([actor.id, other])].sort()) await lockAccount(tx, id)
  const own = await readStanding(tx, actor.id)
  if (!own?.isConfigured && !own?.isNamed) throw new ApiError(common.forbidden)
}
