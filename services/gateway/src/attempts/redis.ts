import { newId } from '@agora/shared/contracts/ids'
import type { Logger } from 'pino'
import { createClient } from 'redis'
import { ATTEMPT_WINDOW_MS, type AttemptLog } from './log.ts'
import { memoryAttempts } from './memory.ts'

/** One sorted set a key, an attempt a member, scored by the time of Redis. Steps of one script cannot interleave. */
const prelude = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${ATTEMPT_WINDOW_MS})`
const scripts = {
  count: `${prelude}
  return redis.call('ZCARD', KEYS[1])`,
  admit: `${prelude}
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
  redis.call('ZADD', KEYS[1], now, ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ${ATTEMPT_WINDOW_MS})
  return 1`,
  add: `${prelude}
  redis.call('ZADD', KEYS[1], now, ARGV[2])
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[1]))
  redis.call('PEXPIRE', KEYS[1], ${ATTEMPT_WINDOW_MS})
  return 1`,
}

/** A Redis that takes longer than this counts as away, in milliseconds. */
const COMMAND_TIMEOUT_MS = 500
const RECONNECT_MS = 1_000

export interface SharedAttempts extends AttemptLog {
  close(): Promise<void>
}

/** Counts in Redis for all replicas together; while it is away, in this process. */
export function sharedAttempts(url: string, logger: Logger): SharedAttempts {
  const local = memoryAttempts()
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_TIMEOUT_MS },
    socket: { connectTimeout: COMMAND_TIMEOUT_MS * 4, reconnectStrategy: () => RECONNECT_MS },
  })
  let away = false
  client.on('ready', () => {
    if (away) logger.info('Redis is back, attempts are counted together again')
    away = false
  })
  client.on('error', (error) => {
    if (!away) logger.warn({ err: error }, 'Redis is away, attempts are counted in this process')
    away = true
  })
  client.connect().catch(() => {})

  const run = async <Result>(
    name: keyof typeof scripts,
    key: string,
    args: string[],
    fallback: () => Promise<Result>,
    read: (reply: unknown) => Result,
  ): Promise<Result> => {
    if (!client.isReady) return fallback()
    try {
      return read(await client.eval(scripts[name], { keys: [`attempts:${key}`], arguments: args }))
    } catch (error) {
      logger.debug({ err: error }, 'an attempt was counted in this process')
      return fallback()
    }
  }

  return {
    count: (key) => run('count', key, [], () => local.count(key), Number),
    admit: (key, limit) =>
      run(
        'admit',
        key,
        [String(limit), newId()],
        () => local.admit(key, limit),
        (reply) => reply === 1,
      ),
    add: (key, keep) =>
      run(
        'add',
        key,
        [String(keep), newId()],
        () => local.add(key, keep),
        () => undefined,
      ),
    reset: async (key) => {
      await local.reset(key)
      if (client.isReady) await client.del(`attempts:${key}`).catch(() => {})
    },
    close: async () => {
      client.destroy()
    },
  }
}
