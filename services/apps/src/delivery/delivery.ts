import type { Bell } from '@agora/shared/messaging/pause'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { DeliveryStore } from '../areas/deliveries/store.ts'
import type { ChannelSecrets } from '../areas/secrets/store.ts'
import { createAttempt } from './attempt.ts'
import { startFeeder } from './feeder.ts'
import { deliveryMetrics } from './metrics.ts'
import { openQueue } from './queue.ts'
import type { DeliveryConfig } from './schedule.ts'
import { createSender } from './sender.ts'

export interface DeliveryOptions {
  redisUrl: string
  config: DeliveryConfig
  deliveries: DeliveryStore
  secrets: ChannelSecrets
  bell: Bell
  logger: Logger
  registry: Registry
}

/** Sends the deliveries whose rows are due: rows → feeder → queue → attempt → rows. */
export function startDelivery(options: DeliveryOptions) {
  const { redisUrl, config, deliveries, bell, registry } = options
  const logger = options.logger.child({ part: 'delivery' })
  const metrics = deliveryMetrics(registry)
  const sender = createSender({
    timeout: config.timeout * 1000,
    allowPrivate: config.allow_private_receivers,
  })
  const attempt = createAttempt({ ...options, sender, metrics, logger })
  const queue = openQueue(redisUrl, (id) => attempt(id).finally(() => bell.ring()), logger)
  const feeder = startFeeder({ deliveries, queue, bell, metrics, logger })
  return {
    close: async () => {
      await feeder.close()
      await queue.close()
      await sender.close()
    },
  }
}
