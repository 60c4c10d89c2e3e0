import { Redis, type RedisOptions } from 'ioredis'
import { addressesIn } from '../config/addresses.ts'

const SENTINEL_PORT = 26_379
/** How long a Sentinel is waited for, in milliseconds: another one knows as much. */
const SENTINEL_TIMEOUT_MS = 1_000

/**
 * Connects to the Redis of an address, and again for ever. Of `redis-sentinel://` that is the one which the Sentinels name at
 * the time; a connection to one that has been replaced is given up as soon as a Sentinel reports it.
 */
export function connectRedis(url: string, options: RedisOptions): Redis {
  return /^rediss?-sentinel:/.test(url)
    ? new Redis({ ...sentinelOptions(url), ...options })
    : new Redis(url, options)
}

/** `redis-sentinel://[user:password@]host:26379[,host:26379]/NAME[?sentinel_password=…]`; `rediss-sentinel` with TLS. */
function sentinelOptions(url: string): RedisOptions {
  const servers = addressesIn(url).map((address) => new URL(address))
  const { protocol, username, password, pathname, searchParams } = servers[0] as URL
  const sentinelPassword = searchParams.get('sentinel_password')
  return {
    sentinels: servers.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || SENTINEL_PORT,
    })),
    name: decodeURIComponent(pathname.slice(1)),
    failoverDetector: true,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(protocol === 'rediss-sentinel:' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  }
}
