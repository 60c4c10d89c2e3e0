import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import type { Context } from '../../context.ts'
import { newMailRequest } from '../../mail-tokens/request.ts'
import { insertMailRequest } from '../../mail-tokens/store.ts'

/**
 * Records the request; `language` is that of the page, or else the mail is in the account's. Whether the address is an account's is looked up later (`send-reset-mails.ts`), so that neither
 * the answer nor its timing reveals it.
 */
export async function requestPasswordReset(
  { pool }: Context,
  email: string,
  language: MailLanguage | undefined,
): Promise<void> {
  await insertMailRequest(pool, newMailRequest('ResetPassword', null, email, { language }))
}
