import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { appendEvent } from '@agora/shared/messaging/outbox'
import type { Context } from '../../../context.ts'
import { mailRequestedEvent } from '../../mail-tokens/events.ts'
import { newMailRequest } from '../../mail-tokens/request.ts'
import { insertMailRequest } from '../../mail-tokens/store.ts'
import { accessAccountToChange } from '../../users/authority.ts'

/**
 * Asks for the mail with which its reader shows that an address is theirs. Whoever's address it may be already, the
 * mail is the same. @throws ApiError 404, 403
 */
export async function requestEmailVerification(
  context: Context,
  actor: Caller<UserPrincipal>,
  userId: string,
  email: string,
): Promise<void> {
  const account = await accessAccountToChange(context, actor, userId)
  const request = newMailRequest('VerifyEmail', account.id, email)
  await context.prisma.$transaction(async (tx) => {
    await insertMailRequest(tx, request)
    await appendEvent(tx, actor.traceparent, mailRequestedEvent(context, request))
  })
}
