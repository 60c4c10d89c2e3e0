import { grantReused } from '@agora/shared/contracts/events/identity'
import { transactions } from '@agora/shared/database/database'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { noticeTime, requestNotice } from '../areas/mail-tokens/notice.ts'
import type { Context } from '../context.ts'
import { deleteGrantOf, type TokenKind } from './store.ts'

/**
 * Ends the grant of a code or a refresh token that was used twice: either use may have been a thief's. For a refresh
 * token the member is notified, exactly once.
 */
export async function endReusedGrant(context: Context, kind: TokenKind, hash: Buffer): Promise<void> {
  await transactions(context.pool)(async (tx) => {
    const ended = await deleteGrantOf(tx, hash)
    if (!ended) return
    const { accountId, clientId, clientName } = ended
    context.logger.warn(
      { kind, client: clientId, user: accountId },
      'a code or token was used twice: its grant has ended',
    )
    if (kind !== 'RefreshToken') return
    const time = new Date()
    const details = { client: clientName, time: noticeTime(time) }
    await appendEvents(tx, null, [
      grantReused.of({ user: accountId, client: clientId, time: time.toISOString() }),
      ...(await requestNotice(context, tx, accountId, 'GrantReused', details)),
    ])
  })
}
