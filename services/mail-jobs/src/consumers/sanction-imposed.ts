import { entryOf, moderationEvents, moderationEventsV1 } from '@agora/shared/contracts/events/moderation'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { requestMail } from '../areas/outbound-email/store.ts'
import type { Context } from '../context.ts'

/** How long the mail server may be away: later, the page of one's sanctions has said it for long. In milliseconds. */
const SEND_WITHIN_MS = 20 * 60 * 60 * 1000

/** Tells warned and muted members by mail; the mail's id is the sanction's. */
export function startSanctionConsumer({ db, config, logger, registry }: Context, nats: Nats): EventConsumer {
  return startConsumer({
    nats,
    stream: 'MODERATION',
    durable: 'mail-jobs-sanctions',
    filter: 'moderation.*.CreateSanction',
    events: [moderationEvents.CreateSanction, moderationEventsV1.CreateSanction],
    transaction: db.transaction,
    // Older sanctions are not mailed.
    start: 'next',
    logger,
    registry,
    handle: async ({ data }, tx, traceparent) => {
      const entry = entryOf(data)
      const { target_user: user, actor } = entry
      if (entry.action !== 'CreateSanction' || user === null || user === actor) return
      const mail = {
        id: entry.data.sanction,
        user,
        kind: 'Sanctioned',
        deadline: new Date(Date.parse(entry.ctime) + SEND_WITHIN_MS),
        sender: config.mail.sender,
        data: {},
      } as const
      await requestMail(tx, mail, traceparent)
    },
  })
}
