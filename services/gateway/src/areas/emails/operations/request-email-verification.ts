import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { within } from '@agora/shared/limits/limiter'
import { appendEvent } from '@agora/shared/messaging/outbox'
import type { Context } from '../../../context.ts'
import { mailRequestedEvent } from '../../mail-tokens/events.ts'
import { newMailRequest } from '../../mail-tokens/request.ts'
import { insertMailRequest } from '../../mail-tokens/store.ts'
import { accessAccountToChange } from '../../users/authority.ts'

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
  const { hourly, daily } = context.limits.verificationMails
  await within(hourly, account.id, () =>
    within(daily, account.id, () => requestMail(context, account.id, email, actor.traceparent)),
  )
}

async function requestMail(
  context: Context,
  accountId: string,
  email: string,
  traceparent: string,
): Promise<void> {
  const request = newMailRequest('VerifyEmail', accountId, email)
  await context.prisma.$transaction(async (tx) => {
    await insertMailRequest(tx, request)
    await appendEvent(tx, traceparent, mailRequestedEvent(context, request))
  })
}
