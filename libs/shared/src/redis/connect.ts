import { Redis, type RedisOptions } from 'ioredis'
import { addressesIn } from '../config/addresses.ts'
import { keepsSpans } from '../observability/spans.ts'
import { callStore } from '../observability/store-spans.ts'

const PORT = 6379
const SENTINEL_PORT = 26_379
/** How long a Sentinel is waited for, in milliseconds: another one knows as much. */
const SENTINEL_TIMEOUT_MS = 1_000

/** Its commands are steps of what is under way, without their keys and values. */
class TracedRedis extends Redis {
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    if (keepsSpans()) this.#record(args[0])
    return super.sendCommand(...args)
  }

  #record({ name, promise }: Parameters<Redis['sendCommand']>[0]): void {
    const { host = '', port = PORT } = this.options
    const attributes = {
      'db.system.name': 'redis',
      'db.operation.name': name.toUpperCase(),
      'server.address': host,
      'server.port': port,
    }
    void callStore(
      () => ({ name, attributes }),
      () => promise,
    )
  }
}

/**
 * Connects to the Redis of an address, and again for ever. Of `redis-sentinel://` that is the one which the Sentinels name at
 * the time; a connection to one that has been replaced is given up as soon as a Sentinel reports it.
 */
export function connectRedis(url: string, options: RedisOptions): Redis {
  const of = /^rediss?-sentinel:/.test(url) ? sentinelOptions : serverOptions
  return new TracedRedis({ ...of(url), ...options })
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

function credentialsIn({ username, password }: URL): RedisOptions {
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  }
}

/**
 * `redis://[user:password@]host[:6379][/DATABASE]`; `rediss` with TLS. ioredis would read it itself, by a function of Node
 * that warns of its own age at each start.
 */
function serverOptions(address: string): RedisOptions {
  const url = new URL(address)
  const { family, ...settings } = Object.fromEntries(url.searchParams)
  return {
    ...settings,
    ...(family === undefined ? {} : { family: Number(family) }),
    host: hostOf(url),
    port: Number(url.port) || PORT,
    db: Number(url.pathname.slice(1)) || 0,
    ...credentialsIn(url),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  }
}

/** `redis-sentinel://[user:password@]host:26379[,host:26379]/NAME[?sentinel_password=…]`; `rediss-sentinel` with TLS. */
function sentinelOptions(url: string): RedisOptions {
  const servers = addressesIn(url).map((address) => new URL(address))
  const first = servers[0] as URL
  const { protocol, pathname, searchParams } = first
  const sentinelPassword = searchParams.get('sentinel_password')
  return {
    sentinels: servers.map((server) => ({
      host: hostOf(server),
      port: Number(server.port) || SENTINEL_PORT,
    })),
    name: decodeURIComponent(pathname.slice(1)),
    failoverDetector: true,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    ...credentialsIn(first),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(protocol === 'rediss-sentinel:' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  }
}
