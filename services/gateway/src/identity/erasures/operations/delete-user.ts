import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, accessOwnAccount, findAccount, holdAccount } from '../../accounts/authority.ts'
import { judgeCurrentPassword } from '../../accounts/current-password.ts'
import { isAdministrator } from '../../accounts/store.ts'
import type { Context } from '../../context.ts'
import { type Acting, holdAuthority } from '../../credentials/acting.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import { eraseAccount } from '../erase.ts'
import type { DeleteUserBody } from '../schemas.ts'

/**
 * Erases an account for good.
 * @throws ApiError 401 if the caller's credentials end meanwhile, 403, 404, 409 for the configured administrator and another one; for
 * one's own account 422 without and 403 with a wrong password, 429 after too many; for another's 403 without a recent
 * sign-in
 */
export async function deleteUser(
  context: Context,
  actor: Actor,
  userId: string,
  { current_password }: DeleteUserBody,
  acting: Acting,
): Promise<void> {
  const account = await findAccount(context, await accessOwnAccount(context, actor, userId))
  if (account.administratorName !== null) throw new ApiError(errors.administratorConfigured)
  const isOwn = actor.id === account.id
  if (isOwn) await judgeCurrentPassword(context, account, current_password, acting.asker)
  await context.transaction(async (tx) => {
    const locked = await holdAccount(tx, account.id)
    await holdAuthority(tx, acting)
    if (!isOwn) await judgeRecent(tx, actor)
    if (locked.administratorName !== null) throw new ApiError(errors.administratorConfigured)
    if (!isOwn && isAdministrator(locked)) throw new ApiError(errors.accountOfAdministrator)
    if (isOwn && locked.credentialVersion !== account.credentialVersion)
      throw new ApiError(errors.currentPasswordWrong)
    await eraseAccount(context, tx, locked, actor.traceparent)
  })
}
