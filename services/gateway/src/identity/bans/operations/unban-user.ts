import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { findAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { unbannedEvent } from '../events.ts'
import type { Ban } from '../schemas.ts'
import { liftBan, readBan } from '../store.ts'
import { banView } from '../views.ts'

/** Lifts the ban in force. @throws ApiError 404 for an unknown user and if there is none. */
export async function unbanUser(
  context: Context,
  actor: Caller<UserPrincipal>,
  userId: string,
): Promise<Ban> {
  const account = await findAccount(context, userId)
  return context.transaction(async (tx) => {
    const id = await liftBan(tx, account.id, actor.id)
    if (id === undefined) throw new ApiError(errors.banNotFound)
    await appendEvent(tx, actor.traceparent, unbannedEvent(account))
    return banView(await readBan(tx, id))
  })
}
