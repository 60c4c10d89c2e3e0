import { startWork } from '@agora/shared/work/work'
import { measureDue } from '../areas/deliveries/store-due.ts'
import type { Context, Relational } from '../context.ts'
import { createAttempts } from './attempt.ts'
import { deliveryMetrics } from './metrics.ts'
import { leaseOf } from './schedule.ts'
import { createSender } from './sender.ts'

/** Enough for many slow receivers, each of which takes at most one bulkhead. */
const CONCURRENCY = 200
/** How long closing waits for attempts in progress, in milliseconds. */
const GRACE_MS = 11_000

/** Sends the deliveries whose rows are due. */
export function startDelivery({ config: { delivery: config }, ...context }: Context, relational: Relational) {
  const { env, db, secrets, due } = relational
  const { registry } = context
  const logger = context.logger.child({ part: 'delivery' })
  const metrics = deliveryMetrics(registry, () => measureDue(db))
  const sender = createSender({
    timeout: config.timeout * 1000,
    allowPrivate: config.allow_private_receivers,
  })
  const work = startWork({
    ...createAttempts({ config, db, secrets, sender, metrics, logger }),
    name: 'apps-deliveries',
    db,
    redisUrl: env.REDIS_URL,
    registry,
    leaseSeconds: leaseOf(config),
    concurrency: CONCURRENCY,
    graceMs: GRACE_MS,
    wakeup: due,
    step: ({ id, attempt }) => ({
      name: 'deliver event',
      attributes: { 'messaging.message.id': id, 'agora.attempt': attempt },
    }),
    logger,
  })
  return {
    close: async () => {
      await work.close()
      await sender.close()
    },
  }
}
