import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { DueDelivery } from '../areas/deliveries/store.ts'

/** The queue tells workers which rows to look at; whether one is to be sent, and by whom, the row decides. */
export interface DeliveryQueue {
  /** @throws Error while Redis is away. */
  add(due: readonly DueDelivery[]): Promise<void>
  close(): Promise<void>
}

const NAME = 'apps-deliveries'
/** Enough for many slow receivers, each of which takes a lane's width at most. */
const CONCURRENCY = 200
/** Closing waits this long for the attempts under way, in milliseconds; their leases cover the rest. */
const CLOSE_BOUND_MS = 11_000

interface JobData {
  id: string
}

/** Feeds and works the queue; `work` is given the id of a delivery. */
export function openQueue(url: string, work: (id: string) => Promise<void>, logger: Logger): DeliveryQueue {
  // Adding fails at once while Redis is away, for the rows will be fed again; working waits for it to come back.
  const feeding = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const working = new Redis(url, { maxRetriesPerRequest: null })
  const queue = new Queue<JobData>(NAME, {
    connection: feeding,
    skipVersionCheck: true,
    skipWaitingForReady: true,
  })
  const worker = new Worker<JobData>(NAME, (job) => work(job.data.id), {
    connection: working,
    skipVersionCheck: true,
    concurrency: CONCURRENCY,
    lockDuration: 15_000,
    stalledInterval: 10_000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  })
  let isAway = false
  const away = (error: Error) => {
    if (!isAway) logger.warn({ err: error }, 'the delivery queue is away; deliveries wait in their rows')
    isAway = true
  }
  working.on('ready', () => {
    isAway = false
  })
  feeding.on('error', away)
  working.on('error', away)
  queue.on('error', away)
  worker.on('error', away)
  worker.on('failed', (job, error) => {
    logger.error({ err: error, delivery: job?.data.id }, 'an attempt broke off; its lease runs out')
  })

  const close = async () => {
    const bound = setTimeout(() => working.disconnect(), CLOSE_BOUND_MS)
    await worker.close().catch(away)
    clearTimeout(bound)
    await queue.close().catch(away)
    feeding.disconnect()
    working.disconnect()
  }

  return {
    add: async (due) => {
      // The attempt is part of the name: a row is in the queue once an attempt, and comes again for the next.
      const jobs = due.map(({ id, attempts }) => ({
        name: 'deliver',
        data: { id },
        opts: { jobId: `${id}-${attempts}` },
      }))
      await queue.addBulk(jobs)
    },
    close,
  }
}
