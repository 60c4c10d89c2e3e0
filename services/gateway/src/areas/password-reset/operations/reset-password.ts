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
 * Sets a new password by a mailed token and ends all that the account was signed in with. With the old password, the
 * account's other reset tokens are void.
 * @throws ApiError 400
 */
export async function resetPassword(
  { prisma, passwords }: Context,
  { traceparent }: Caller,
  { token, password }: ResetPasswordBody,
): Promise<void> {
  const hash = hashToken(token)
  // Looked at before the hash is worked out, which nobody without a token is to keep us busy with.
  if (!hash || !(await hasReset(prisma, hash))) throw new ApiError(errors.invalidToken)
  const passwordHash = await passwords.hash(password)
  await prisma.$transaction(async (tx) => {
    const reset = await takeReset(tx, hash)
    const account = reset ? await lockAccount(tx, reset.accountId) : null
    // Another password may have been set, or a ban imposed, since the token was read.
    if (!account || account.credentialVersion !== reset?.credentialVersion)
      throw new ApiError(errors.invalidToken)
    await updateAccount(tx, account.id, { passwordHash })
    await endAuthority(tx, account.id)
    await appendEvent(tx, traceparent, sessionsRevokedEvent(account.id))
  })
}

/** Whether a token would be taken. */
export async function isResetToken({ prisma }: Context, token: string): Promise<boolean> {
  const hash = hashToken(token)
  return hash !== undefined && (await hasReset(prisma, hash))
}
