import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { hashToken, isToken } from '@agora/shared/tokens'
import { errors } from '../../../errors.ts'
import { sessionsRevokedEvent } from '../../accounts/events.ts'
import { lockAccount, updateAccount } from '../../accounts/store.ts'
import type { Context } from '../../context.ts'
import { deleteSessions } from '../../credentials/store.ts'
import { requestChangeNotices } from '../../mail-tokens/account-changed.ts'
import { readReset, takeReset } from '../../mail-tokens/store.ts'
import type { Asker } from '../../passwords/asker.ts'
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
  asker: Asker,
): Promise<void> {
  // Checked before the costly hash, which nobody without a token may trigger.
  const accountId = await readResetToken(context, token)
  if (accountId === undefined) throw new ApiError(errors.invalidToken)
  const passwordHash = await context.passwords.hash(password, asker)
  await context.transaction(async (tx) => {
    // The account before the token, as an erasure takes them: in the other order each could wait for the other.
    const account = await lockAccount(tx, accountId)
    // The password may have changed, or a ban been imposed, since the token was read.
    if (!account || !(await takeReset(tx, hashToken(token)))) throw new ApiError(errors.invalidToken)
    await updateAccount(tx, accountId, { passwordHash })
    await deleteSessions(tx, accountId)
    const changed = { change: 'PasswordReset' } as const
    const notices = await requestChangeNotices(context, tx, account, changed)
    await appendEvents(tx, traceparent, [sessionsRevokedEvent(accountId), ...notices])
  })
}

/** The account whose password a token would set; undefined if it would be refused. */
export const readResetToken = async ({ pool }: Context, token: string): Promise<string | undefined> =>
  isToken(token) ? readReset(pool, hashToken(token)) : undefined
