import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { within } from '../lifecycle/within.ts'
import { exposeStore } from '../observability/stores.ts'
import { connectRedis } from '../redis/connect.ts'

/** A Redis that takes longer than this counts as away, in milliseconds. */
const COMMAND_TIMEOUT_MS = 500
const RECONNECT_MS = 1_000
/** How long a Redis that gave no answer is not asked again, in milliseconds. */
const PAUSE_MS = 1_000
/** As many keys of one kind a process counts by itself at most. */
const LOCAL_KEYS = 65_536

/** How much of one kind there may be of one key. A window begins with the first that is counted. */
export interface Budget {
  /** Tells the kinds apart; part of a key in Redis. */
  name: string
  points: number
  /** Length of the window. */
  seconds: number
}

/** Something that is counted, in Redis for all replicas together and in this process while Redis is away. */
export interface Counter {
  /**
   * Runs `work` on the counter in Redis, or on this process's own while Redis is away. @throws RateLimiterRes if the budget
   * is used up.
   */
  on<Result>(work: (limiter: RateLimiterAbstract) => Promise<Result>): Promise<Result>
}

export interface Counters {
  /** `localPoints`: what a process allows by itself while Redis is away. */
  of(budget: Budget, localPoints: number): Counter
  close(): Promise<void>
}

/** Always short, and reveals no name or address. */
export const keyOf = (...parts: string[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)

/**
 * Counts in this process. Excess keys share counters: then less is allowed, but no more memory is used. Nobody can
 * predict which keys share.
 */
class LocalCounter extends RateLimiterMemory {
  static readonly #secret = randomBytes(32)

  override getKey(key: string | number): string {
    const digest = createHmac('sha256', LocalCounter.#secret).update(String(key)).digest()
    return super.getKey(digest.readUInt32BE() % LOCAL_KEYS)
  }
}

/** Counts can be lost: they slow callers down and are no record. */
export function createCounters(url: string, logger: Logger, registry: Registry): Counters {
  const client = connectRedis(url, {
    enableOfflineQueue: false,
    connectTimeout: COMMAND_TIMEOUT_MS * 4,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT_MS,
  })
  let isAway = false
  let pausedUntil = 0
  client.on('ready', () => {
    if (isAway) logger.info('Redis is back, limits are counted together again')
    isAway = false
  })
  client.on('error', (error) => {
    if (!isAway) logger.warn({ err: error }, 'Redis is unreachable, limits are counted in this process')
    isAway = true
  })
  exposeStore(registry, 'redis', () => client.ping())

  return {
    of({ name, points, seconds: duration }, localPoints) {
      const keyPrefix = `limits:${name}`
      const shared = new RateLimiterRedis({
        storeClient: client,
        keyPrefix,
        points,
        duration,
      })
      const local = new LocalCounter({ keyPrefix, points: localPoints, duration })
      return {
        async on(work) {
          if (client.status !== 'ready' || Date.now() < pausedUntil) return work(local)
          try {
            return await within(COMMAND_TIMEOUT_MS, work(shared))
          } catch (error) {
            if (error instanceof RateLimiterRes) throw error
            logger.debug({ err: error }, 'Redis gave no answer, a limit was counted in this process')
            pausedUntil = Date.now() + PAUSE_MS
            return work(local)
          }
        },
      }
    },
    close: async () => client.disconnect(),
  }
}
