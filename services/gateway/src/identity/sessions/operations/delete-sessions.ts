import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { accessOwnAccount } from '../../accounts/authority.ts'
import { sessionsRevokedEvent } from '../../accounts/events.ts'
import type { Context } from '../../context.ts'
import { deleteSessions as deleteRows } from '../../credentials/store.ts'

/**
 * Ends a member's sessions: all if an administrator asks, all but the current one if the member does. @throws ApiError
 * 403, 404
 */
export async function deleteSessions(
  context: Context,
  actor: Caller<UserPrincipal>,
  userId: string,
  currentId: string | undefined,
): Promise<void> {
  const accountId = await accessOwnAccount(context, actor, userId)
  const kept = actor.id === accountId ? currentId : undefined
  await context.transaction(async (tx) => {
    if ((await deleteRows(tx, accountId, kept)) > 0)
      await appendEvent(tx, actor.traceparent, sessionsRevokedEvent(accountId))
  })
}
