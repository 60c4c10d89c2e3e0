import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import type { Context } from '../../../context.ts'
import { endAuthority } from '../../../credentials/end-authority.ts'
import { errors } from '../../../errors.ts'
import { hasReset, takeReset } from '../../mail-tokens/store.ts'
import { hashToken } from '../../mail-tokens/token.ts'
import { sessionsRevokedEvent } from '../../users/events.ts'
import { lockAccount, updateAccount } from '../../users/store.ts'
import type { ResetPasswordBody } from '../schemas.ts'

/**
 * Sets a new password by a mailed token, and ends the account's sessions and tokens. Its other reset tokens become void
 * with the old password.
 * @throws ApiError 400
 */
export async function resetPassword(
  { prisma, passwords }: Context,
  { traceparent }: Caller,
  { token, password }: ResetPasswordBody,
): Promise<void> {
  const hash = hashToken(token)
  // Checked before the costly hash, which nobody without a token may trigger.
  if (!hash || !(await hasReset(prisma, hash))) throw new ApiError(errors.invalidToken)
  const passwordHash = await passwords.hash(password)
  await prisma.$transaction(async (tx) => {
    const reset = await takeReset(tx, hash)
    const account = reset ? await lockAccount(tx, reset.accountId) : null
    // The password may have changed, or a ban been imposed, since the token was read.
    if (!account || account.credentialVersion !== reset?.credentialVersion)
      throw new ApiError(errors.invalidToken)
    await updateAccount(tx, account.id, { passwordHash })
    await endAuthority(tx, account.id)
    await appendEvent(tx, traceparent, sessionsRevokedEvent(account.id))
  })
}

/** Whether a token would be accepted. */
export async function isResetToken({ prisma }: Context, token: string): Promise<boolean> {
  const hash = hashToken(token)
  return hash !== undefined && (await hasReset(prisma, hash))
}
