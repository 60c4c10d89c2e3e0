import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessAccountToChange } from '../../users/authority.ts'
import { requestAccountMail } from '../mails.ts'

/**
 * Asks for the mail with which its reader shows that an address is theirs. Whoever's address it may be already, the
 * mail is the same. @throws ApiError 404, 403, 429 where the account has asked too often
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
