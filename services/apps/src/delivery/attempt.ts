import type { Transaction } from '@agora/shared/database/sql'
import { traceIdOf } from '@agora/shared/observability/trace'
import type { Ending, WorkTable } from '@agora/shared/work/table'
import type { Logger } from 'pino'
import type { Claim, DeliveryStore } from '../areas/deliveries/store.ts'
import type { ChannelSecrets } from '../areas/secrets/store.ts'
import { Lanes } from './lanes.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { type DeliveryConfig, pauseAfter } from './schedule.ts'
import type { Failure, Sender } from './sender.ts'
import { signatureHeaders } from './signature.ts'

export interface AttemptOptions {
  config: DeliveryConfig
  deliveries: DeliveryStore
  secrets: ChannelSecrets
  sender: Sender
  metrics: DeliveryMetrics
  logger: Logger
}

/**
 * Attempts deliveries: whoever claims a row sends it, in its channel's lane. An attempt that ends without a recorded
 * outcome is repeated under the same webhook-id.
 */
export function createAttempts(options: AttemptOptions) {
  const { deliveries } = options
  const lanes = new Lanes()

  const table: WorkTable<Claim> = {
    ...deliveries,
    // If the lane is full the row stays due, and is found again when there is room.
    claim: async (id) => {
      const channelId = await deliveries.channelOf(id)
      if (channelId === undefined || !lanes.enter(channelId)) return undefined
      let claim: Claim | undefined
      try {
        claim = await deliveries.claim(id)
        return claim
      } finally {
        if (!claim) lanes.leave(channelId, undefined)
      }
    },
  }

  const run = async (claim: Claim, signal: AbortSignal): Promise<Ending> => {
    let failed: boolean | undefined
    try {
      if (claim.address === null) return settled(claim, 'Cancelled', options)
      // The attempts broke off one after another without an outcome to record.
      if (claim.attempt > options.config.attempts)
        return settled(claim, 'Dead', options, 'no attempt recorded an outcome')
      const failure = await post(claim, claim.address, signal, options)
      failed = failure !== undefined
      return failed ? failedWith(claim, failure!, options) : settled(claim, 'Delivered', options)
    } finally {
      lanes.leave(claim.channelId, failed)
    }
  }

  return { table, run, failed: (claim: Claim) => failedWith(claim, { reason: 'internal error' }, options) }
}

const NO_SECRET = "no signing secret can be decrypted: rotate the channel's secret, or restore WEBHOOK_KEY"

/** Why the receiver did not accept it; undefined if it did. */
async function post(
  claim: Claim,
  address: string,
  signal: AbortSignal,
  { secrets, sender, metrics }: AttemptOptions,
): Promise<Failure | undefined> {
  const keys = await secrets.signing(claim.channelId)
  if (keys.length === 0) return { reason: NO_SECRET }
  const headers = signatureHeaders(claim.id, claim.body, keys)
  const stop = metrics.duration.startTimer()
  const failure = await sender.send(address, headers, claim.body, signal)
  stop()
  // Aborted by us, not by the receiver.
  if (failure !== undefined) signal.throwIfAborted()
  return failure
}

function failedWith(claim: Claim, failure: Failure, options: AttemptOptions): Ending {
  const { deliveries, logger, config } = options
  if (failure.isGone)
    return alsoWriting(
      settled(claim, 'Dead', options, failure.reason),
      (tx) => deliveries.markGone(tx, claim),
      () => logger.error(about(claim), 'a receiver is gone: its channel gets nothing until it is resumed'),
    )
  const asked = Math.min(failure.retryAfter ?? 0, config.longest_pause)
  const pause = pauseAfter(claim.attempt, config)
  const ending =
    pause === undefined
      ? settled(claim, 'Dead', options, failure.reason)
      : postponed(claim, Math.max(pause, asked), failure.reason, options)
  return asked > 0 ? alsoWriting(ending, (tx) => deliveries.pause(tx, claim, asked)) : ending
}

/** An ending that concerns the channel as well. */
const alsoWriting = (
  ending: Ending,
  write: (tx: Transaction) => Promise<void>,
  committed?: () => void,
): Ending => ({
  ...ending,
  write: async (tx) => {
    if (!(await ending.write(tx))) return false
    await write(tx)
    return true
  },
  committed: () => {
    ending.committed?.()
    committed?.()
  },
})

function postponed(
  claim: Claim,
  pause: number,
  failure: string,
  { deliveries, metrics, logger }: AttemptOptions,
): Ending {
  return {
    write: (tx) => deliveries.postpone(tx, claim, pause, failure),
    committed: () => {
      metrics.outcomes.inc({ outcome: 'failed' })
      logger.warn(
        { ...about(claim), failure, pause: Math.round(pause) },
        'a delivery failed and is tried again',
      )
    },
  }
}

function settled(
  claim: Claim,
  status: 'Delivered' | 'Dead' | 'Cancelled',
  { deliveries, metrics, logger }: AttemptOptions,
  failure?: string,
): Ending {
  return {
    certain: status === 'Delivered',
    write: (tx) => deliveries.end(tx, claim, status, failure),
    committed: () => {
      metrics.outcomes.inc({ outcome: outcomes[status] })
      if (status === 'Dead')
        logger.error({ ...about(claim), failure }, 'a delivery was given up on; it can be replayed')
      else logger.info(about(claim), outcomes[status])
    },
  }
}

const outcomes = { Delivered: 'delivered', Dead: 'dead', Cancelled: 'cancelled' } as const

const about = ({ id, channelId, attempt, traceparent }: Claim) => ({
  delivery: id,
  channel: channelId,
  attempt,
  trace_id: traceIdOf(traceparent),
})
