import { mailRequested } from '@agora/shared/contracts/events/identity'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { requestMail } from '../areas/outbound-email/store.ts'
import type { Context } from '../context.ts'

/** Turns the account flows' requests into mails. */
export function startMailConsumer({ db, config, logger, registry }: Context, nats: Nats): EventConsumer {
  return startConsumer({
    nats,
    stream: 'IDENTITY',
    durable: 'mail-jobs-mails',
    filter: 'identity.mail.requested',
    events: [mailRequested],
    transaction: db.transaction,
    logger,
    registry,
    handle: async ({ data }, tx, traceparent) => {
      const mail = {
        id: data.mail,
        user: data.user,
        kind: data.kind,
        deadline: new Date(data.deadline),
        sender: config.mail.sender,
        data: { locale: data.locale },
      }
      await requestMail(tx, mail, traceparent)
    },
  })
}
