import { ApiError } from '@agora/shared/errors/catalogue'
import { tooManyRequests } from '@agora/shared/limits/limiter'
import { onSlots } from '@agora/shared/limits/sliding-window'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { HALF_HOUR_S } from '../limits/limits.ts'
import type { Asker } from '../passwords/asker.ts'
import type { Account } from './store.ts'

/**
 * Requires the account's current password, if it has one. A stolen session does not allow guessing: wrong passwords
 * count by account as well as by address.
 *
 * @throws ApiError 422 without one, 403 for a wrong one, 429 after too many
 */
export async function judgeCurrentPassword(
  context: Context,
  account: Account,
  given: string | undefined,
  asker: Asker,
): Promise<void> {
  const { passwordHash } = account
  if (passwordHash === null) return
  if (given === undefined) throw new ApiError(errors.currentPasswordMissing)
  const verify = () => context.passwords.verify(passwordHash, given, asker)
  if (!(await judgeProofOf(context, account, verify))) throw new ApiError(errors.currentPasswordWrong)
}

/**
 * Whether a member's proof is right, by whatever it is judged. Wrong ones count by account.
 *
 * @throws ApiError 429 after too many
 */
export async function judgeProofOf(
  { limits }: Context,
  { id }: Pick<Account, 'id'>,
  judge: () => Promise<boolean>,
): Promise<boolean> {
  if (!limits.isEnabled) return judge()
  // Counted before it is verified, so that parallel guesses cannot exceed the limit.
  const slot = await limits.currentPasswords.take(id)
  if (!slot) throw tooManyRequests(HALF_HOUR_S * 1000)
  const isRight = await onSlots([slot], judge)
  if (isRight) await limits.currentPasswords.free(id)
  return isRight
}
