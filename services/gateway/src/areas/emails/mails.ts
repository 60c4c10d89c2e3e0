import { charged } from '@agora/shared/limits/limiter'
import { appendEvent } from '@agora/shared/messaging/outbox'
import type { Context } from '../../context.ts'
import { mailRequestedEvent } from '../mail-tokens/events.ts'
import { newMailRequest } from '../mail-tokens/request.ts'
import { insertMailRequest } from '../mail-tokens/store.ts'

interface AccountMail {
  kind: 'VerifyEmail' | 'ResetPassword'
  accountId: string
  email: string
  traceparent: string
  /** The request's own, if its caller chose it. */
  id?: string | undefined
}

/** Requests a mail with a token to an address. */
async function requestMail(
  context: Context,
  { kind, accountId, email, traceparent, id }: AccountMail,
): Promise<void> {
  const request = newMailRequest(kind, accountId, email, id)
  await context.prisma.$transaction(async (tx) => {
    await insertMailRequest(tx, request)
    await appendEvent(tx, traceparent, mailRequestedEvent(context, request))
  })
}

/** Counted by account. @throws ApiError 429 for too many verification mails. */
export async function requestAccountMail(context: Context, mail: AccountMail): Promise<void> {
  const { kind, accountId } = mail
  const work = () => requestMail(context, mail)
  if (kind === 'ResetPassword') return work()
  const { hourly, daily } = context.limits.verificationMails
  return charged(hourly, accountId, () => charged(daily, accountId, work))
}
