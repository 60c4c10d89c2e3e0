import type pg from 'pg'
import type { Logger } from 'pino'
import { type Closable, runUntilClosed } from '../lifecycle/run-until-closed.ts'
import { within } from '../lifecycle/within.ts'
import { Client } from './client.ts'
import { sessionOptions } from './pool.ts'

export interface ConnectionOptions {
  /** The service's pool, whose options the connection uses. */
  pool: pg.Pool
  /** Shown in pg_stat_activity after the pool's name. */
  name: string
  /** Works on the connection until `stop` aborts, because it broke or the process closes. An error closes it. */
  work: (client: pg.Client, stop: AbortSignal) => Promise<void>
  /** Called for NOTIFY on the channels that `work` listens to. */
  notified?: (notification: pg.Notification) => void
  logger: Logger
}

const RETRY_FIRST_MS = 100
const RETRY_LIMIT_MS = 2_000
const QUERY_TIMEOUT_MS = 20_000
const END_BOUND_MS = 2_000

/** Lets both ends notice within half a minute that the other is gone, and what the session held with it. */
const keepAlive = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** Keeps a connection outside the pool, for LISTEN and session locks, and reconnects for ever. */
export function keepConnection(options: ConnectionOptions): Closable {
  const { pool, name, work, notified = () => {}, logger } = options

  const once = async (closing: AbortSignal) => {
    const lost = new AbortController()
    const base = sessionOptions(pool)
    const client = new Client({
      ...base,
      application_name: `${base.application_name ?? 'agora'}-${name}`,
      options: `${base.options ?? ''} ${keepAlive}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      query_timeout: QUERY_TIMEOUT_MS,
    })
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    client.on('notification', notified)
    try {
      await client.connect()
      await work(client, AbortSignal.any([closing, lost.signal]))
    } finally {
      await within(END_BOUND_MS, client.end()).catch(() => {})
    }
  }

  const lost = (error: unknown) =>
    logger.warn({ err: error, connection: name }, 'a connection to the database was lost')
  return runUntilClosed({
    work: async (closing) => {
      const began = Date.now()
      await once(closing).catch((error) => {
        // One that has served for a while is worth another at once.
        if (Date.now() - began <= RETRY_LIMIT_MS) throw error
        if (!closing.aborted) lost(error)
      })
    },
    everyMs: RETRY_FIRST_MS,
    retryMs: { first: RETRY_FIRST_MS, limit: RETRY_LIMIT_MS },
    failed: (error, failures) => {
      if (failures === 1) lost(error)
    },
  })
}

/** Listens to channels until closed; calls `again` whenever it begins, for what was missed before. */
export function listen(
  options: Omit<ConnectionOptions, 'work' | 'notified'> & {
    channels: readonly string[]
    notified: (notification: pg.Notification) => void
    again: () => void
  },
): Closable {
  const { channels, again } = options
  return keepConnection({
    ...options,
    work: async (client, stop) => {
      for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      again()
      if (!stop.aborted)
        await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
    },
  })
}
