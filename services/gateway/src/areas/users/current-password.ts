import { ApiError } from '@agora/shared/errors/catalogue'
import { tooManyRequests } from '@agora/shared/limits/limiter'
import { seated } from '@agora/shared/limits/seats'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { HALF_HOUR_S } from '../../limits/limits.ts'
import type { Asker } from '../../passwords/asker.ts'
import type { AccountRecord } from './authority.ts'

/**
 * Requires the account's current password, if it has one. A stolen session does not allow guessing: wrong passwords
 * count by account as well as by address.
 *
 * @throws ApiError 422 without one, 403 for a wrong one, 429 after too many
 */
export async function judgeCurrentPassword(
  context: Context,
  account: AccountRecord,
  given: string | undefined,
  asker: Asker,
): Promise<void> {
  const { currentPasswords, isEnabled } = context.limits
  if (account.passwordHash === null) return
  if (given === undefined) throw new ApiError(errors.currentPasswordMissing)
  // Counted before it is verified, so that parallel guesses cannot exceed the limit.
  const seat = isEnabled ? await currentPasswords.take(account.id) : undefined
  if (isEnabled && !seat) throw tooManyRequests(HALF_HOUR_S * 1000)
  const { passwordHash } = account
  if (!(await seated([seat], () => context.passwords.verify(passwordHash, given, asker))))
    throw new ApiError(errors.currentPasswordWrong)
  if (isEnabled) await currentPasswords.free(account.id)
}
