import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import { traceIdOf } from '@agora/shared/observability/trace'
import type { Ending, WorkTable } from '@agora/shared/work/table'
import type { Logger } from 'pino'
import { isChannelGone, markChannelGone, pauseChannel } from '../areas/deliveries/store-channels.ts'
import { type Claim, claimDelivery, findChannel, readDue, renewClaim } from '../areas/deliveries/store-due.ts'
import { type AttemptEnd, endDelivery, postponeDelivery } from '../areas/deliveries/store-endings.ts'
import type { ChannelSecrets } from '../areas/secrets/store.ts'
import { Bulkheads } from './bulkheads.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { type DeliveryConfig, leaseOf, pauseAfter } from './schedule.ts'
import { type Outcome, type Sender, withoutAnswer } from './sender.ts'
import { signatureHeaders } from './signature.ts'

export interface AttemptOptions {
  config: DeliveryConfig
  db: Database
  secrets: ChannelSecrets
  sender: Sender
  metrics: DeliveryMetrics
  logger: Logger
}

/**
 * Attempts deliveries: whoever claims a row sends it, in its channel's bulkhead. An attempt that ends without a recorded
 * outcome is repeated under the same webhook-id.
 */
export function createAttempts(options: AttemptOptions) {
  const { config, db } = options
  const leaseSeconds = leaseOf(config)
  const bulkheads = new Bulkheads()

  const table: WorkTable<Claim> = {
    due: () => readDue(db),
    renew: (claim) => renewClaim(db, claim, leaseSeconds),
    release: async (claim) => {
      await renewClaim(db, claim, 0)
    },
    // If the bulkhead is full the row stays due, and is found again when there is room.
    claim: async (id) => {
      const channelId = await findChannel(db, id)
      if (channelId === undefined || !bulkheads.enter(channelId)) return undefined
      let claim: Claim | undefined
      try {
        claim = await claimDelivery(db, id, leaseSeconds)
        return claim
      } finally {
        if (!claim) bulkheads.leave(channelId, undefined)
      }
    },
  }

  const run = async (claim: Claim, signal: AbortSignal): Promise<Ending> => {
    let failed: boolean | undefined
    try {
      if (claim.address === null) return settled(claim, 'Cancelled', options)
      // The attempts broke off one after another without an outcome to record.
      if (claim.attempt > config.attempts)
        return settled(claim, 'Dead', options, withoutAnswer('no attempt recorded an outcome'))
      const outcome = await post(claim, claim.address, signal, options)
      failed = outcome.failure !== undefined
      return failed ? failedWith(claim, outcome, options) : settled(claim, 'Delivered', options, outcome)
    } finally {
      bulkheads.leave(claim.channelId, failed)
    }
  }

  return { table, run, failed: (claim: Claim) => failedWith(claim, withoutAnswer('internal error'), options) }
}

const NO_SECRET = "no signing secret can be decrypted: rotate the channel's secret, or restore WEBHOOK_KEY"

async function post(
  claim: Claim,
  address: string,
  signal: AbortSignal,
  { secrets, sender, metrics }: AttemptOptions,
): Promise<Outcome> {
  const keys = await secrets.signing(claim.channelId)
  if (keys.length === 0) return withoutAnswer(NO_SECRET)
  const headers = signatureHeaders(claim.id, claim.body, keys)
  const stop = metrics.duration.startTimer()
  const outcome = await sender.send(address, headers, claim.body, signal)
  stop()
  // Aborted by us, not by the receiver.
  if (outcome.failure) signal.throwIfAborted()
  return outcome
}

function failedWith(claim: Claim, outcome: Outcome, options: AttemptOptions): Ending {
  const { config } = options
  const { failure } = outcome
  if (failure?.isGone) return goneWith(claim, outcome, options)
  const asked = Math.min(failure?.retryAfter ?? 0, config.longest_pause)
  const pause = pauseAfter(claim.attempt, config)
  const ending =
    pause === undefined
      ? settled(claim, 'Dead', options, outcome)
      : postponed(claim, Math.max(pause, asked), outcome, options)
  return asked > 0 ? alsoWriting(ending, (tx) => pauseChannel(tx, claim, asked)) : ending
}

/** The first that is told so ends; others that were under way wait with what follows, until the channel is resumed. */
function goneWith(claim: Claim, outcome: Outcome, options: AttemptOptions): Ending {
  const { logger } = options
  let ending = settled(claim, 'Dead', options, outcome)
  let isFirst = true
  return {
    write: async (tx) => {
      isFirst = !(await isChannelGone(tx, claim))
      if (!isFirst) ending = postponed(claim, 0, outcome, options)
      if (!(await ending.write(tx))) return false
      if (isFirst) await markChannelGone(tx, claim)
      return true
    },
    committed: () => {
      ending.committed?.()
      if (isFirst)
        logger.error(about(claim), 'a receiver is gone: its channel gets nothing until it is resumed')
    },
  }
}

/** An ending that concerns the channel as well. */
const alsoWriting = (ending: Ending, write: (tx: Transaction) => Promise<void>): Ending => ({
  ...ending,
  write: async (tx) => {
    if (!(await ending.write(tx))) return false
    await write(tx)
    return true
  },
})

function postponed(
  claim: Claim,
  pause: number,
  outcome: Outcome,
  { metrics, logger }: AttemptOptions,
): Ending {
  const came = endOf(outcome)
  return {
    write: (tx) => postponeDelivery(tx, claim, pause, came),
    committed: () => {
      metrics.outcomes.inc({ outcome: 'failed' })
      logger.warn(
        { ...about(claim), failure: came.failure, pause: Math.round(pause) },
        'a delivery failed and is tried again',
      )
    },
  }
}

function settled(
  claim: Claim,
  status: 'Delivered' | 'Dead' | 'Cancelled',
  { metrics, logger }: AttemptOptions,
  outcome: Outcome = { status: null },
): Ending {
  const came = endOf(outcome)
  return {
    certain: status === 'Delivered',
    write: (tx) => endDelivery(tx, claim, status, came),
    committed: () => {
      metrics.outcomes.inc({ outcome: outcomes[status] })
      if (status === 'Dead')
        logger.error(
          { ...about(claim), failure: came.failure },
          'a delivery was given up on; it can be replayed',
        )
      else logger.info(about(claim), outcomes[status])
    },
  }
}

const endOf = ({ status, failure }: Outcome): AttemptEnd => ({ status, failure: failure?.reason ?? null })

const outcomes = { Delivered: 'delivered', Dead: 'dead', Cancelled: 'cancelled' } as const

const about = ({ id, channelId, attempt, traceparent }: Claim) => ({
  delivery: id,
  channel: channelId,
  attempt,
  trace_id: traceIdOf(traceparent),
})
