import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessAccountToChange } from '../../users/authority.ts'
import { requestAccountMail } from '../mails.ts'

/**
 * Requests the mail that verifies an address. The mail is the same even if the address is another account's. @throws
 * ApiError 404, 403, 429 for too many requests by the account
 */
export async function requestEmailVerification(
  context: Context,
  actor: Caller<UserPrincipal>,
  userId: string,
  email: string,
): Promise<void> {
  const account = await accessAccountToChange(context, actor, userId)
  const { traceparent } = actor
  await requestAccountMail(context, { kind: 'VerifyEmail', accountId: account.id, email, traceparent })
}
