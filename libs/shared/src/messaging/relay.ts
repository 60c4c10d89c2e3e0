import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { keepConnection } from '../database/connection.ts'
import { withLeadership } from '../database/leadership.ts'
import { AutoResetEvent } from '../lifecycle/auto-reset-event.ts'
import { backoff, pause } from '../lifecycle/pause.ts'
import { type RelayMetrics, relayMetrics } from './metrics.ts'
import type { Nats } from './nats.ts'
import { deletePublished, publishBatch, readBatch } from './outbox-batch.ts'

export interface RelayOptions {
  /** The service's pool. The relay opens one connection of its own with the same options. */
  pool: pg.Pool
  nats: Nats
  /** The service's name: the events' `source` is `urn:agora:<service>`. */
  service: string
  /** Types of events after which things have another key: what comes later waits for them, whatever its key. */
  barriers?: readonly string[]
  logger: Logger
  registry: Registry
}

export interface Relay {
  /** Whether this process is the publishing one. */
  isActive(): boolean
  /** Finishes the current batch and releases the lock. A second call waits for the first. */
  close(): Promise<void>
}

/** How often a standby replica checks whether the publishing one is gone, in milliseconds. */
const STANDBY_MS = 1_000
/** Notifications wake the relay; polling covers those lost with their connection. In milliseconds. */
const POLL_MS = 5_000
const RETRY_FIRST_MS = 100
const RETRY_LIMIT_MS = 2_000
const COUNT_LIMIT = 10_000

/**
 * Publishes the outbox, each key in the order of its sequence, and deletes each event once the stream has acknowledged it. One
 * process of a service does this at a time: the one that holds a session lock on the very connection that reads and
 * deletes, so that both are lost together. A process killed between publishing and deleting publishes again; JetStream
 * drops duplicates within its window, the consumers' records beyond it.
 */
export function startRelay(options: RelayOptions): Relay {
  const { pool, nats, service, registry } = options
  const logger = options.logger.child({ relay: service })
  const barriers = new Set(options.barriers)
  const metrics = relayMetrics(registry)
  let active = false
  let failures = 0

  const failed = (error: unknown) => {
    failures += 1
    if (failures === 1) logger.warn({ err: error }, 'events cannot be published, they wait in the outbox')
  }
  const succeeded = () => {
    if (failures > 0) logger.info({ failures }, 'events are published again')
    failures = 0
  }

  /** One step of the active relay: nothing to do, a batch published, or a failure. */
  const publishSome = async (client: pg.Client): Promise<'idle' | 'published' | 'failed'> => {
    const rows = await readBatch(client)
    if (rows.length === 0) return 'idle'
    const link = nats.link()
    if (!link) {
      failed(new Error('NATS is away'))
      return 'failed'
    }
    const result = await publishBatch(link.js, `urn:agora:${service}`, rows, barriers)
    if (result.acknowledged.length > 0) await deletePublished(client, result.acknowledged)
    metrics.published.inc(result.acknowledged.length)
    if (result.failures.length === 0) {
      succeeded()
      return 'published'
    }
    metrics.failures.inc(result.failures.length)
    failed(result.failures[0])
    await nats.ensureStreams(link).catch(() => {})
    return 'failed'
  }

  const appended = new AutoResetEvent()
  const work = async (client: pg.Client, stop: AbortSignal) => {
    const lead = async () => {
      active = true
      metrics.active.set(1)
      while (!stop.aborted) {
        const step = await publishSome(client)
        if (step === 'published') continue
        await measure(client, metrics)
        if (step === 'idle') await appended.wait(POLL_MS, stop)
        else await pause(backoff(failures, RETRY_FIRST_MS, RETRY_LIMIT_MS), stop)
      }
    }
    const standby = () => measure(client, metrics)
    try {
      await listen(client)
      await withLeadership(client, { name: 'outbox relay', everyMs: STANDBY_MS, stop, standby }, lead)
    } finally {
      active = false
      metrics.active.set(0)
    }
  }
  const connection = keepConnection({ pool, name: 'relay', work, notified: () => appended.set(), logger })

  return {
    isActive: () => active,
    close: connection.close,
  }
}

/** Listens for events appended to the schema's outbox. */
async function listen(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema')
  await client.query(`LISTEN ${client.escapeIdentifier(`outbox_${rows[0]!.schema}`)}`)
}

async function measure(client: pg.Client, metrics: RelayMetrics): Promise<void> {
  const { rows } = await client.query<{ count: string | number; lag: number }>({
    name: 'outbox-measure',
    text: `SELECT (SELECT count(*) FROM (SELECT FROM outbox_event LIMIT ${COUNT_LIMIT}) AS waiting) AS count,
      coalesce((SELECT extract(epoch FROM clock_timestamp() - created_at) FROM outbox_event ORDER BY seq LIMIT 1), 0)::float8
        AS lag`,
  })
  metrics.rows.set(Number(rows[0]!.count))
  metrics.lag.set(Math.max(0, rows[0]!.lag))
}
