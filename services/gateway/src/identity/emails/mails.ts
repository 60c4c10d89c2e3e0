import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import { charged } from '@agora/shared/limits/limiter'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { holdAccount } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { judgeRecent, type Proof } from '../credentials/store-recent.ts'
import { mailRequestedEvent } from '../mail-tokens/events.ts'
import { newMailRequest } from '../mail-tokens/request.ts'
import { insertMailRequest, trimTokens } from '../mail-tokens/store.ts'

export interface AccountMail {
  kind: 'VerifyEmail' | 'ResetPassword'
  accountId: string
  email: string
  traceparent: string
  /** The request's own, if its caller chose it. */
  id?: string | undefined
  /** The language of the page where it was asked for; else the account's. */
  language?: MailLanguage | undefined
  /** Whoever asks for it must have signed in recently. */
  proof?: Proof
}

/** Requests a mail with a token to an address. */
async function requestMail(
  context: Context,
  { kind, accountId, email, traceparent, id, language, proof }: AccountMail,
): Promise<void> {
  const request = newMailRequest(kind, accountId, email, { id, language })
  await context.transaction(async (tx) => {
    const { credentialVersion } = await holdAccount(tx, accountId)
    if (proof) await judgeRecent(tx, proof)
    await insertMailRequest(tx, kind === 'VerifyEmail' ? { ...request, credentialVersion } : request)
    await trimTokens(tx, accountId)
    await appendEvent(tx, traceparent, mailRequestedEvent(context, request))
  })
}

/** Counted by account. @throws ApiError 403 without a recent sign-in, 429 for too many verification mails */
export async function requestAccountMail(context: Context, mail: AccountMail): Promise<void> {
  const { kind, accountId } = mail
  const work = () => requestMail(context, mail)
  if (kind === 'ResetPassword') return work()
  const { hourly, daily } = context.limits.verificationMails
  return charged(hourly, accountId, () => charged(daily, accountId, work))
}
