import { digestDue } from '@agora/shared/contracts/events/forum'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { hasMail, insertMail, serviceMail } from '../areas/outbound-email/store.ts'
import type { Context } from '../context.ts'

/** Turns the forum's requests for digests into mails. Workers learn of each when the transaction commits. */
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
      if (await hasMail(tx, data.mail)) return
      const mail = serviceMail({
        id: data.mail,
        user: data.user,
        kind: 'Digest',
        deadline: new Date(data.deadline),
        sender: config.mail.sender,
        data: {},
      })
      await insertMail(tx, mail, traceparent)
    },
  })
}
