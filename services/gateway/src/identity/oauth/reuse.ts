import { grantReused } from '@agora/shared/contracts/events/identity'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Context } from '../context.ts'
import { requestNotice } from '../mail-tokens/notice.ts'
import { endFamilyOf } from './store-tokens.ts'

/**
 * Ends the sign-in of a refresh token that was used twice: either use may have been a thief's. The member is notified,
 * exactly once.
 */
export async function endReused(context: Context, hash: Buffer): Promise<void> {
  await context.transaction(async (tx) => {
    const ended = await endFamilyOf(tx, hash)
    if (!ended) return
    const { accountId, clientId, clientName } = ended
    context.logger.warn(
      { client: clientId, user: accountId },
      'a refresh token was used twice: its sign-in has ended',
    )
    const time = new Date()
    const details = { client: clientName, time: time.toISOString() }
    await appendEvents(tx, null, [
      grantReused.of({ user: accountId, client: clientId, time: time.toISOString() }),
      ...(await requestNotice(context, tx, accountId, 'GrantReused', details)),
    ])
  })
}
