import { digestDue } from '@agora/shared/contracts/events/forum'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { requestMail } from '../areas/outbound-email/store.ts'
import type { Context } from '../context.ts'

/** Turns the forum's requests for digests into mails. */
export function startDigestConsumer({ db, config, logger, registry }: Context, nats: Nats): EventConsumer {
  return startConsumer({
    nats,
    stream: 'FORUM',
    durable: 'mail-jobs-digests',
    filter: 'forum.digest.due',
    events: [digestDue],
    transaction: db.transaction,
    logger,
    registry,
    handle: async ({ data }, tx, traceparent) => {
      const mail = {
        id: data.mail,
        user: data.user,
        kind: 'Digest',
        deadline: new Date(data.deadline),
        sender: config.mail.sender,
        data: {},
      } as const
      await requestMail(tx, mail, traceparent)
    },
  })
}
