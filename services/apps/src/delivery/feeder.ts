import { type Bell, pause } from '@agora/shared/messaging/pause'
import type { Logger } from 'pino'
import type { DeliveryStore } from '../areas/deliveries/store.ts'
import { LANE_WIDTH } from './lanes.ts'
import type { DeliveryMetrics } from './metrics.ts'
import type { DeliveryQueue } from './queue.ts'

/** How often rows are looked for that nothing has told of: retries, and whatever Redis forgot. */
const SWEEP_MS = 1_000
/** What comes in quick succession is fed together. */
const REST_MS = 20
const PER_CHANNEL = 2 * LANE_WIDTH

interface FeederOptions {
  deliveries: DeliveryStore
  queue: Pick<DeliveryQueue, 'add'>
  bell: Bell
  metrics: DeliveryMetrics
  logger: Logger
}

/** Puts the due rows into the queue, few of each channel, whenever the bell rings and at least once a second. */
export function startFeeder({ deliveries, queue, bell, metrics, logger }: FeederOptions) {
  const closing = new AbortController()

  let measured = 0
  const measure = async () => {
    if (Date.now() - measured < SWEEP_MS) return
    measured = Date.now()
    const { age, due } = await deliveries.measure()
    metrics.age.set(age)
    metrics.due.set(due)
  }

  const feed = async () => {
    const due = await deliveries.due(PER_CHANNEL)
    if (due.length > 0) await queue.add(due)
  }

  const run = async () => {
    for (let failing = false; !closing.signal.aborted; ) {
      try {
        await measure()
        await feed()
        failing = false
      } catch (error) {
        if (!failing) logger.warn({ err: error }, 'the delivery queue cannot be fed; the rows wait')
        failing = true
      }
      await pause(REST_MS, closing.signal)
      await bell.wait(SWEEP_MS, closing.signal)
    }
  }
  const running = run()

  return {
    close: () => {
      closing.abort()
      return running
    },
  }
}
