import { runStep } from '@agora/shared/observability/spans'
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
  const { config, deliveries } = options
  const lanes = new Lanes()

  return async (id) => {
    const channelId = await deliveries.channelOf(id)
    // A full lane leaves the row due: it is fed again when the lane has room.
    if (channelId === undefined || !lanes.enter(channelId)) return
    let failed: boolean | undefined
    try {
      const claim = await deliveries.claim(id, leaseOf(config))
      if (claim) failed = await inItsTrace(claim, options)
    } finally {
      lanes.leave(channelId, failed)
    }
  }
}

/** As a step of the trace that the event belongs to. */
function inItsTrace(claim: Claim, options: AttemptOptions): Promise<boolean | undefined> {
  const { id, traceparent, attempt } = claim
  const attributes = { 'messaging.message.id': id, 'agora.attempt': attempt }
  return runStep(
    { kind: 'consumer', name: 'deliver event', traceparent, attributes },
    async ({ traceId }, fail) => {
      const logger = options.logger.child({ trace_id: traceId })
      const failed = await carryOut(claim, { ...options, logger })
      if (failed) fail()
      return failed
    },
  )
}

/** Whether the receiver failed; undefined when it was not asked. */
async function carryOut(claim: Claim, options: AttemptOptions): Promise<boolean | undefined> {
  const { config, deliveries, metrics } = options
  if (claim.address === null) {
    await deliveries.settle(claim.id, 'Cancelled')
    metrics.outcomes.inc({ outcome: 'cancelled' })
    return undefined
  }
  if (claim.attempt > config.attempts) {
    // Attempts that broke off, one after the other, without an outcome to record.
    await giveUp(claim, 'broke off', options)
    return undefined
  }
  const failure = await post(claim, claim.address, options)
  await record(claim, failure, options)
  return failure !== undefined
}

async function post(claim: Claim, address: string, { secrets, sender, metrics }: AttemptOptions) {
  const keys = await secrets.signing(claim.channelId)
  if (keys.length === 0) return 'no signing secret can be opened: make a new one, or restore WEBHOOK_KEY'
  const headers = signatureHeaders(claim.id, claim.body, keys)
  const stop = metrics.duration.startTimer()
  const failure = await sender.send(address, headers, claim.body)
  stop()
  return failure
}

async function record(claim: Claim, failure: string | undefined, options: AttemptOptions): Promise<void> {
  const { config, deliveries, metrics, logger } = options
  if (failure === undefined) {
    await deliveries.settle(claim.id, 'Delivered')
    metrics.outcomes.inc({ outcome: 'delivered' })
    logger.info(about(claim), 'delivered')
    return
  }
  const pause = pauseAfter(claim.attempt, config)
  if (pause === undefined) {
    await giveUp(claim, failure, options)
  } else {
    await deliveries.postpone(claim, pause, failure)
    metrics.outcomes.inc({ outcome: 'failed' })
    logger.warn(
      { ...about(claim), failure, pause: Math.round(pause) },
      'a delivery failed and is tried again',
    )
  }
}

async function giveUp(claim: Claim, failure: string, { deliveries, metrics, logger }: AttemptOptions) {
  await deliveries.settle(claim.id, 'Dead', failure)
  metrics.outcomes.inc({ outcome: 'dead' })
  logger.error({ ...about(claim), failure }, 'a delivery was given up; it can be replayed')
}

const about = ({ id, channelId, attempt }: Claim) => ({ delivery: id, channel: channelId, attempt })
