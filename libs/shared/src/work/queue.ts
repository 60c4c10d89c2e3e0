import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { within } from '../lifecycle/within.ts'
import { exposeStore } from '../observability/stores.ts'
import { connectRedis } from '../redis/connect.ts'
import type { DueRow } from './table.ts'

/**
 * The queue in Redis: it distributes the work among the replicas and can be lost at any moment. Entries are only ids.
 */
export interface WorkQueue {
  /** False if Redis did not take them; an entry that already exists is not duplicated. */
  offer(rows: readonly DueRow[]): Promise<boolean>
  /** Stops taking entries; the runs under way are the runner's to end. */
  close(): Promise<void>
}

export interface QueueOptions {
  name: string
  redisUrl: string
  concurrency: number
  /** Never rejects. */
  run: (id: string) => Promise<void>
  logger: Logger
  registry: Registry | undefined
}

interface Entry {
  id: string
}

const PREFIX = '{agora}'
/** A Redis that is slower than this is treated as away, in milliseconds. */
const COMMAND_TIMEOUT_MS = 1_000
/** Longer than the ten seconds for which a worker's command may wait: no command waits for ever. In milliseconds. */
const BLOCKING_TIMEOUT_MS = 20_000
const OFFER_BOUND_MS = 2_000
const CLOSE_BOUND_MS = 2_000
const retryStrategy = (attempt: number) => Math.min(attempt * 50, 1_000)

export function startQueue({ name, redisUrl, concurrency, run, logger, registry }: QueueOptions): WorkQueue {
  const producer = connectRedis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy,
  })
  // A worker waits in a blocking command, which must be sent again after an outage.
  const consumer = connectRedis(redisUrl, {
    maxRetriesPerRequest: null,
    commandTimeout: BLOCKING_TIMEOUT_MS,
    retryStrategy,
  })
  logOutages(producer, logger)
  if (registry) exposeStore(registry, 'redis', () => producer.ping())
  consumer.on('error', () => {})

  let queue: Queue<Entry> | undefined
  /** A queue whose beginning fails stays unusable: the next offer makes another. */
  const open = (): Queue<Entry> => {
    const opened = new Queue<Entry>(name, {
      connection: producer,
      prefix: PREFIX,
      skipVersionCheck: true,
      skipWaitingForReady: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    })
    opened.on('error', () => {})
    opened.waitUntilReady().catch(() => {
      if (queue === opened) queue = undefined
    })
    return opened
  }
  const worker = new Worker<Entry>(name, ({ data }) => run(data.id), {
    connection: consumer,
    prefix: PREFIX,
    skipVersionCheck: true,
    concurrency,
  })
  worker.on('error', () => {})

  const close = async () => {
    // Forced: entries that are given up so are found again by their rows.
    await within(CLOSE_BOUND_MS, worker.close(true)).catch(() => {})
    await within(CLOSE_BOUND_MS, queue?.close() ?? Promise.resolve()).catch(() => {})
    producer.disconnect()
    consumer.disconnect()
  }
  let closing: Promise<void> | undefined

  return {
    async offer(rows) {
      if (rows.length === 0) return true
      if (closing || producer.status !== 'ready') return false
      const entries = rows.map(({ id, turn }) => ({
        name,
        data: { id },
        // The same row in the same turn is the same entry, whoever offers it.
        opts: { jobId: `${id}.${turn}` },
      }))
      queue ??= open()
      try {
        await within(OFFER_BOUND_MS, queue.addBulk(entries))
        return true
      } catch (error) {
        logger.warn({ err: error }, 'Redis did not accept the due rows: running them without the queue')
        return false
      }
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function logOutages(client: Redis, logger: Logger): void {
  let away = false
  client.on('error', (error) => {
    if (!away) logger.warn({ err: error }, 'Redis is unreachable: running due rows without the queue')
    away = true
  })
  client.on('ready', () => {
    if (away) logger.info('Redis is back')
    away = false
  })
}
