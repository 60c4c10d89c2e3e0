import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { type Actor, findAccount } from '../../accounts/authority.ts'
import { sessionsRevokedEvent } from '../../accounts/events.ts'
import type { Context } from '../../context.ts'
import { requestChangeNotices } from '../../mail-tokens/account-changed.ts'
import { accessToAppoint } from '../authority.ts'
import { unmakeAdministrator } from '../store.ts'

/**
 * Takes the role of an administrator from a member, and signs them out: nothing that they have open keeps it.
 * @throws ApiError 403 without a recent sign-in, 404, 409 for the configured administrator
 */
export async function revokeAdministrator(context: Context, actor: Actor, userId: string): Promise<void> {
  const { id } = await findAccount(context, userId)
  await context.transaction(async (tx) => {
    const { account, isConfigured, isNamed } = await accessToAppoint(tx, actor, id)
    if (isConfigured) throw new ApiError(errors.administratorConfigured)
    if (!isNamed) return
    const change = { change: 'AdministratorRevoked' } as const
    await unmakeAdministrator(tx, id)
    await appendEvents(tx, actor.traceparent, [
      sessionsRevokedEvent(id),
      ...(await requestChangeNotices(context, tx, account, change)),
    ])
  })
}
