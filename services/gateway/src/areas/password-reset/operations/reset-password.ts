import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { hashToken, isToken } from '@agora/shared/tokens'
import type { Context } from '../../../context.ts'
import { deleteSessions } from '../../../credentials/store.ts'
import { errors } from '../../../errors.ts'
import { hasReset, takeReset } from '../../mail-tokens/store.ts'
import { sessionsRevokedEvent } from '../../users/events.ts'
import { lockAccount, updateAccount } from '../../users/store.ts'
import type { ResetPasswordBody } from '../schemas.ts'

/**
 * Sets a new password by a mailed token, and ends the account's sessions and tokens. Its other reset tokens become void
 * with the old password.
 * @throws ApiError 400
 */
export async function resetPassword(
  context: Context,
  { traceparent }: Caller,
  { token, password }: ResetPasswordBody,
): Promise<void> {
  // Checked before the costly hash, which nobody without a token may trigger.
  if (!(await isResetToken(context, token))) throw new ApiError(errors.invalidToken)
  const passwordHash = await context.passwords.hash(password)
  await context.prisma.$transaction(async (tx) => {
    const reset = await takeReset(tx, hashToken(token))
    const account = reset ? await lockAccount(tx, reset.accountId) : null
    // The password may have changed, or a ban been imposed, since the token was read.
    if (!account || account.credentialVersion !== reset?.credentialVersion)
      throw new ApiError(errors.invalidToken)
    await updateAccount(tx, account.id, { passwordHash })
    await deleteSessions(tx, account.id)
    await appendEvent(tx, traceparent, sessionsRevokedEvent(account.id))
  })
}

/** Whether a token would be accepted. */
export async function isResetToken({ prisma }: Context, token: string): Promise<boolean> {
  return isToken(token) && (await hasReset(prisma, hashToken(token)))
}
