import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { confirmCredential } from '../../../credentials/store-recent.ts'
import { errors } from '../../../errors.ts'
import type { Asker } from '../../../passwords/asker.ts'
import { type Actor, accessSelf } from '../../users/authority.ts'
import { judgeCurrentPassword } from '../../users/current-password.ts'
import type { Confirmation, ConfirmationBody } from '../schemas.ts'

/**
 * Makes the caller's session a recent one.
 * @throws ApiError 403 for a token and for a wrong password, 429 after too many
 */
export async function confirmSelf(
  context: Context,
  actor: Actor,
  { current_password }: ConfirmationBody,
  asker: Asker,
): Promise<Confirmation> {
  const account = await accessSelf(context, actor, actor.id)
  // Nothing can be proved where there is no password.
  if (account.passwordHash === null) throw new ApiError(errors.currentPasswordWrong)
  await judgeCurrentPassword(context, account, current_password, asker)
  const until = await confirmCredential(context.pool, actor, account.credentialVersion)
  if (!until) throw new ApiError(errors.currentPasswordWrong)
  return { confirmed_until: until.toISOString() }
}
