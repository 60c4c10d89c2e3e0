import { setMaxListeners } from 'node:events'
import {
  type ConnectionOptions,
  connect,
  ErrorCode,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
} from 'nats'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { addressesIn } from '../config/addresses.ts'
import { pause } from '../lifecycle/pause.ts'
import { runUntil } from '../lifecycle/run-until-closed.ts'
import { within } from '../lifecycle/within.ts'
import { exposeStore } from '../observability/stores.ts'
import { ensureStreams } from './streams.ts'

export interface NatsOptions {
  /** `nats://[user:password@]host:port`, comma separated for a cluster. */
  url: string
  /** Shown in the server's connection list. */
  name: string
  logger: Logger
  /** How many servers store each event: 1, or 3 in a cluster. */
  replicas?: number
  /** Where the connection's state is measured. */
  registry?: Registry
}

/** Available while NATS is connected and the streams exist. */
export interface NatsLink {
  connection: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
  /** Aborted when the link is lost. Another follows. */
  lost: AbortSignal
}

export interface Nats {
  /** The link, or undefined while there is none. Never waits. */
  link(): NatsLink | undefined
  /** Waits for the link; undefined if the signal aborts or the client closes first. */
  linked(signal: AbortSignal): Promise<NatsLink | undefined>
  /** Recreates the streams, for a server that came back without its store. */
  ensureStreams(link: NatsLink): Promise<void>
  /** Flushes and disconnects. A second call waits for the first. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 3_000
const RETRY_FIRST_MS = 100
const RETRY_LIMIT_MS = 2_000
const DRAIN_BOUND_MS = 3_000
/** How often a waiter checks for the link, in milliseconds. */
const LOOK_MS = 50

/** For a server or a cluster: see the `url` of `NatsOptions`. */
export function connectionOptions(url: string, name: string): ConnectionOptions {
  const addresses = addressesIn(url)
  const first = new URL(addresses[0] ?? '')
  const user = decodeURIComponent(first.username)
  const pass = decodeURIComponent(first.password)
  return {
    servers: addresses.map((address) => new URL(address).host),
    name,
    // The socket looks names up by itself, and so outlives an outage of DNS.
    resolve: false,
    timeout: CONNECT_TIMEOUT_MS,
    // The client's own attempts leave a socket behind for each that a server did not answer in time. Each of these that
    // ends later makes one more connection beside the one in use, and every message then comes once more.
    reconnect: false,
    // A server that misses two of these counts as gone.
    pingInterval: 3_000,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(first.protocol === 'tls:' ? { tls: {} } : {}),
  }
}

/** @throws Error if NATS cannot be reached, refuses the credentials or has no JetStream. */
export async function requireJetStream(url: string, name: string): Promise<void> {
  const connection = await connect(connectionOptions(url, name))
  try {
    await connection.jetstreamManager()
  } catch (error) {
    if (error instanceof NatsError && error.code === ErrorCode.JetStreamNotEnabled)
      throw new Error('JetStream is not enabled', { cause: error })
    throw error
  } finally {
    await connection.close()
  }
}

/**
 * Connects in the background, retrying for ever: a service starts and works without NATS, while its events wait in the
 * outbox.
 */
export function connectNats({ url, name, logger, replicas = 1, registry }: NatsOptions): Nats {
  const options = connectionOptions(url, name)
  const closing = new AbortController()
  let link: NatsLink | undefined
  let connection: NatsConnection | undefined

  const retrying = (work: () => Promise<unknown>, failure: string) => ({
    work,
    everyMs: RETRY_FIRST_MS,
    retryMs: { first: RETRY_FIRST_MS, limit: RETRY_LIMIT_MS },
    failed: (error: unknown, failures: number) => {
      if (failures === 1) logger.warn({ err: error }, failure)
    },
  })

  /** Watches one connection until it is closed. */
  const follow = async (current: NatsConnection) => {
    const jsm = await current.jetstreamManager({ checkAPI: false })
    const lost = new AbortController()
    // One for each reader of events.
    setMaxListeners(0, lost.signal)
    const closed = current.closed().finally(() => {
      link = undefined
      lost.abort()
    })
    // The servers of a cluster may still be electing who leads.
    const makeStreams = () => ensureStreams(jsm, replicas, logger).then(() => 'done')
    await runUntil(lost.signal, retrying(makeStreams, 'NATS has no streams yet'))
    if (!lost.signal.aborted) link = { connection: current, js: current.jetstream(), jsm, lost: lost.signal }
    const error = await closed
    if (!closing.signal.aborted) logger.warn({ err: error }, 'NATS is away')
  }

  const connectOnce = async () => {
    connection = await connect(options)
    logger.info({ server: connection.getServer() }, 'connected to NATS')
    if (closing.signal.aborted) return
    await follow(connection).finally(() => {
      link = undefined
    })
  }
  const running = runUntil(closing.signal, retrying(connectOnce, 'NATS cannot be reached'))

  const disconnect = async () => {
    closing.abort()
    // A connection that was lost just now has nothing to send any more.
    if (link) await within(DRAIN_BOUND_MS, link.connection.drain()).catch(() => {})
    await connection?.close()
    await running
    // A connect that was in progress when closing began has succeeded since.
    await connection?.close()
  }
  let closed: Promise<void> | undefined
  if (registry)
    exposeStore(registry, 'nats', async () => {
      if (!link) throw new Error('NATS is away')
      await link.connection.flush()
    })

  return {
    link: () => link,
    linked: async (signal) => {
      const isOver = () => signal.aborted || closing.signal.aborted
      while (!link && !isOver()) await pause(LOOK_MS, signal)
      return isOver() ? undefined : link
    },
    ensureStreams: ({ jsm }) => ensureStreams(jsm, replicas, logger),
    close: () => {
      closed ??= disconnect()
      return closed
    },
  }
}
