import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Context } from '../../../context.ts'
import { mailRequestedEvent } from '../../mail-tokens/events.ts'
import { claimResets } from '../../mail-tokens/store.ts'

const BATCH = 50

/** Has the mails written for the resets that were asked for lately, where the address is a verified one. */
export async function sendResetMails(context: Context): Promise<void> {
  let seen = BATCH
  while (seen === BATCH) {
    seen = await context.prisma.$transaction(async (tx) => {
      const resets = await claimResets(tx, BATCH)
      const events = resets.claimed.map((reset) =>
        mailRequestedEvent(context, { ...reset, kind: 'ResetPassword' }),
      )
      await appendEvents(tx, events)
      return resets.seen
    })
  }
}
