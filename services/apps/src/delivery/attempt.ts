import type { Logger } from 'pino'
import type { Claim, DeliveryStore } from '../areas/deliveries/store.ts'
import type { ChannelSecrets } from '../areas/secrets/store.ts'
import { Lanes } from './lanes.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { type DeliveryConfig, leaseOf, pauseAfter } from './schedule.ts'
import type { Sender } from './sender.ts'
import { signatureHeaders } from './signature.ts'

interface AttemptOptions {
  config: DeliveryConfig
  deliveries: DeliveryStore
  secrets: ChannelSecrets
  sender: Sender
  metrics: DeliveryMetrics
  logger: Logger
}

/**
 * Attempts one delivery. Whoever claims its row sends it; a process that ends before the outcome is stored leaves a
 * lease behind that runs out, and the next attempt repeats the same webhook-id.
 */
export function createAttempt(options: AttemptOptions): (id: string) => Promise<void> {
  const { config, deliveries, metrics } = options
  const lanes = new Lanes()

  return async (id) => {
    const channelId = await deliveries.channelOf(id)
    // A full lane leaves the row due: it is fed again when the lane has room.
    if (channelId === undefined || !lanes.enter(channelId)) return
    let failed: boolean | undefined
    try {
      const claim = await deliveries.claim(id, leaseOf(config))
      if (claim?.address === null) {
        await deliveries.settle(id, 'Cancelled')
        metrics.outcomes.inc({ outcome: 'cancelled' })
      } else if (claim) {
        const failure = await post(claim, claim.address, options)
        failed = failure !== undefined
        await record(claim, failure, options)
      }
    } finally {
      lanes.leave(channelId, failed)
    }
  }
}

async function post(claim: Claim, address: string, { secrets, sender, metrics }: AttemptOptions) {
  const headers = signatureHeaders(claim.id, claim.body, await secrets.signing(claim.channelId))
  const stop = metrics.duration.startTimer()
  const failure = await sender.send(address, headers, claim.body)
  stop()
  return failure
}

async function record(claim: Claim, failure: string | undefined, options: AttemptOptions): Promise<void> {
  const { config, deliveries, metrics, logger } = options
  const about = { delivery: claim.id, channel: claim.channelId, attempt: claim.attempt }
  if (failure === undefined) {
    await deliveries.settle(claim.id, 'Delivered')
    metrics.outcomes.inc({ outcome: 'delivered' })
    return
  }
  const pause = pauseAfter(claim.attempt, config)
  if (pause === undefined) {
    await deliveries.settle(claim.id, 'Dead', failure)
    metrics.outcomes.inc({ outcome: 'dead' })
    logger.error({ ...about, failure }, 'a delivery was given up; it can be replayed')
  } else {
    await deliveries.postpone(claim, pause, failure)
    metrics.outcomes.inc({ outcome: 'failed' })
    logger.warn({ ...about, failure, pause: Math.round(pause) }, 'a delivery failed and is tried again')
  }
}
