import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { errors } from '../../errors.ts'
import type { Actor } from '../accounts/authority.ts'
import { lockAccount } from '../accounts/store.ts'
import { judgeRecent } from '../credentials/store-recent.ts'
import { readAdministrator } from './store.ts'

/**
 * Locks the account that an administrator is about to name as one, or to revoke; returns it with its present state.
 *
 * @throws ApiError 403, 404
 */
export async function accessToAppoint(tx: Transaction, actor: Actor, id: string) {
  await requireStillAdministrator(tx, actor, id)
  const account = await lockAccount(tx, id)
  const state = await readAdministrator(tx, id)
  if (!account || !state) throw new ApiError(errors.userNotFound)
  await judgeRecent(tx, actor)
  return { account, ...state }
}

/**
 * Holds both accounts, in one order for everybody, while the actor is an administrator still: of two who take the role from
 * each other, one comes first and the other is refused.
 * @throws ApiError 403
 */
async function requireStillAdministrator(tx: Transaction, actor: Actor, other: string): Promise<void> {
  for (const id of [...new Set([actor.id, other])].sort()) await lockAccount(tx, id)
  const own = await readAdministrator(tx, actor.id)
  if (!own?.isConfigured && !own?.isNamed) throw new ApiError(common.forbidden)
}
