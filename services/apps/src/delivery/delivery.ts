import type { Database } from '@agora/shared/database/database'
import type { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { startWork } from '@agora/shared/work/work'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { DeliveryStore } from '../areas/deliveries/store.ts'
import type { ChannelSecrets } from '../areas/secrets/store.ts'
import { createAttempts } from './attempt.ts'
import { deliveryMetrics } from './metrics.ts'
import { type DeliveryConfig, leaseOf } from './schedule.ts'
import { createSender } from './sender.ts'

export interface DeliveryOptions {
  redisUrl: string
  db: Database
  config: DeliveryConfig
  deliveries: DeliveryStore
  secrets: ChannelSecrets
  due: AutoResetEvent
  logger: Logger
  registry: Registry
}

/** Enough for many slow receivers, each of which takes at most one bulkhead. */
const CONCURRENCY = 200
/** How long closing waits for attempts in progress, in milliseconds. */
const GRACE_MS = 11_000

/** Sends the deliveries whose rows are due. */
export function startDelivery(options: DeliveryOptions) {
  const { redisUrl, db, config, deliveries, due, registry } = options
  const logger = options.logger.child({ part: 'delivery' })
  const metrics = deliveryMetrics(registry, deliveries.measure)
  const sender = createSender({
    timeout: config.timeout * 1000,
    allowPrivate: config.allow_private_receivers,
  })
  const work = startWork({
    ...createAttempts({ ...options, sender, metrics, logger }),
    name: 'apps-deliveries',
    db,
    redisUrl,
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
