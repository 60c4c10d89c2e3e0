import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Context } from '../../context.ts'
import { mailRequestedEvent } from '../../mail-tokens/events.ts'
import { claimResets } from '../../mail-tokens/store.ts'

const BATCH = 50

/** Requests the mails for recent resets whose address is a verified one. */
export async function sendResetMails(context: Context): Promise<void> {
  // Through the pool: this runs twice a second, and a process that only proxies needs no Prisma client in memory.
  const transaction = context.transaction
  let seen = BATCH
  while (seen === BATCH) {
    seen = await transaction(async (tx) => {
      const resets = await claimResets(tx, BATCH)
      const events = resets.claimed.map((reset) =>
        mailRequestedEvent(context, { ...reset, kind: 'ResetPassword' }),
      )
      await appendEvents(tx, null, events)
      return resets.seen
    })
  }
}
