import { mailRequested } from '@agora/shared/contracts/events/identity'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { hasMail, insertMail, serviceMail } from '../areas/outbound-email/store.ts'
import type { Context } from '../context.ts'

/** Turns the account flows' requests into mails. Workers learn of each when the transaction commits. */
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
      const id = data.mail
      if (await hasMail(tx, id)) return
      const mail = serviceMail({
        id,
        user: data.user,
        kind: data.kind,
        deadline: new Date(data.deadline),
        sender: config.mail.sender,
        data: { locale: data.locale },
      })
      await insertMail(tx, mail, traceparent)
    },
  })
}
