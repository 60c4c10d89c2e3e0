import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import { type Actor, accessAccountToChange } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { requestAccountMail } from '../mails.ts'

/**
 * Requests the mail that verifies an address, in this language or the account's. The mail is the same even if the address is another account's. @throws
 * ApiError 404, 403 without authority or a recent sign-in, 429 for too many requests by the account
 */
export async function requestEmailVerification(
  context: Context,
  actor: Actor,
  userId: string,
  email: string,
  language: MailLanguage | undefined,
): Promise<void> {
  const account = await accessAccountToChange(context, actor, userId)
  const { traceparent } = actor
  const mail = {
    kind: 'VerifyEmail',
    accountId: account.id,
    email,
    traceparent,
    language,
    proof: actor,
  } as const
  await requestAccountMail(context, mail)
}
