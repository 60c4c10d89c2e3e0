import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { findAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { deleteSessions } from '../../credentials/store.ts'
import { bannedEvents } from '../events.ts'
import type { Ban, BanBody } from '../schemas.ts'
import { insertBan, lockToBan, readBan } from '../store.ts'
import { banView } from '../views.ts'

/**
 * Bans a member from the whole site and ends their sessions and tokens.
 * @throws ApiError 422 for an expiry in the past, 404, 409 if a ban is in force, and for administrators, hence for oneself.
 */
export async function banUser(
  context: Context,
  actor: Caller<UserPrincipal>,
  userId: string,
  { reason, expires_at }: BanBody,
): Promise<Ban> {
  const expiresAt = expires_at == null ? null : new Date(expires_at)
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw new ApiError(errors.banExpired)
  const account = await findAccount(context, userId)
  return context.transaction(async (tx) => {
    // An account that was erased meanwhile gets no ban: nothing would ever blank its reason.
    const locked = await lockToBan(tx, account.id)
    if (!locked) throw new ApiError(errors.userNotFound)
    // Nobody could lift it: only they lift bans.
    if (locked.isConfigured) throw new ApiError(errors.administratorConfigured)
    if (locked.isNamed) throw new ApiError(errors.accountOfAdministrator)
    const id = await insertBan(tx, { accountId: account.id, actorId: actor.id, reason, expiresAt })
    if (id === undefined) throw new ApiError(errors.alreadyBanned)
    await deleteSessions(tx, account.id)
    const row = await readBan(tx, id)
    await appendEvents(tx, actor.traceparent, bannedEvents(account, row.expiresAt))
    return banView(row)
  })
}
