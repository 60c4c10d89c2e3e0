import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Certificates } from './certificates.ts'
import { Child } from './child.ts'
import { freeBlock } from './ports.ts'
import { startRedis, tlsSettings } from './redis.ts'
import type { FolderStore } from './server.ts'
import { findTool } from './tools.ts'

export interface RedisServers {
  /** The Sentinels, which say who leads. */
  url: string
  /** The first one leads at the beginning. */
  servers: readonly FolderStore[]
  /** The leader's port, according to the first Sentinel. */
  leader(): number
  kill(): Promise<void>
}

const HOST = '127.0.0.1'
const SIZE = 3
const NAME = 'agora'
/** How long a server is silent before the Sentinels agree that it is down, in milliseconds. */
const DOWN_AFTER_MS = 2_000

/** Starts two Redis servers, a leader and its follower, with three Sentinels to manage failover. */
export async function startRedisSentinels(folder: string, tls?: Certificates): Promise<RedisServers> {
  const secured = tls ? { tls } : {}
  const place = (name: string) => path.join(folder, name)
  const leader = await startRedis({ folder: place('a'), durable: false, ...secured })
  const follower = await startRedis({ folder: place('b'), durable: false, follows: leader, ...secured })
  const { password } = new URL(leader.url)
  const first = await freeBlock(SIZE)
  const ports = Array.from({ length: SIZE }, (_, index) => first + index)
  const sentinels = await Promise.all(
    ports.map((port) => startSentinel({ folder: place(String(port)), port, leader, password, tls })),
  )
  const hosts = ports.map((port) => `${HOST}:${port}`).join(',')
  return {
    url: `${tls ? 'rediss' : 'redis'}-sentinel://:${password}@${hosts}/${NAME}?sentinel_password=${password}`,
    servers: [leader, follower],
    leader: () => {
      const switches = [...(sentinels[0]?.log() ?? '').matchAll(/\+switch-master .* (\d+)$/gm)]
      return Number(switches.at(-1)?.[1] ?? leader.port)
    },
    kill: async () => {
      await Promise.all([leader, follower, ...sentinels].map((server) => server.kill()))
    },
  }
}

interface SentinelOptions {
  folder: string
  port: number
  leader: FolderStore
  password: string
  tls: Certificates | undefined
}

async function startSentinel({ folder, port, leader, password, tls }: SentinelOptions): Promise<Child> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const configuration = path.join(folder, 'sentinel.conf')
  writeFileSync(
    configuration,
    [
      `bind ${HOST}`,
      ...(tls ? ['port 0', `tls-port ${port}`, ...tlsSettings(tls)] : [`port ${port}`]),
      `requirepass ${password}`,
      `dir ${JSON.stringify(folder)}`,
      `sentinel monitor ${NAME} ${HOST} ${leader.port} 2`,
      `sentinel auth-pass ${NAME} ${password}`,
      `sentinel sentinel-pass ${password}`,
      `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${NAME} 10000`,
      '',
    ].join('\n'),
    { mode: 0o600 },
  )
  const tool = await findTool('redis-server')
  const child = await Child.spawn({
    name: 'Sentinel',
    command: tool.command,
    args: [configuration, '--sentinel'],
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...tool.env },
    cwd: folder,
    logFile: path.join(folder, 'sentinel.log'),
  })
  // Failover works only once it knows the others and the follower.
  await child.waitUntil(async () => {
    const told = child.log()
    return told.includes('+slave slave') && told.split('+sentinel sentinel').length === SIZE
  })
  return child
}
