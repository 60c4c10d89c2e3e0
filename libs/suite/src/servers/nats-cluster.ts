import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from 'nats'
import type { Certificates } from './certificates.ts'
import { startNats } from './nats.ts'
import { freeBlock } from './ports.ts'
import type { StoreServer } from './server.ts'

export interface NatsServers {
  /** The addresses of all of them. */
  url: string
  servers: readonly StoreServer[]
  /** The leader of the servers that store a stream, and their number. */
  leaderOf(stream: string): Promise<{ server: StoreServer; copies: number }>
  kill(): Promise<void>
}

const SIZE = 3

/** Starts three NATS servers that store streams together. */
export async function startNatsCluster(folder: string, tls?: Certificates): Promise<NatsServers> {
  const first = await freeBlock(2 * SIZE)
  const ports = Array.from({ length: SIZE }, (_, index) => first + index)
  const password = randomBytes(24).toString('hex')
  const nameOf = (port: number) => `agora-${password.slice(0, 8)}-${port}`
  // None has its streams before it sees another one.
  const servers = await Promise.all(
    ports.map((port) =>
      startNats({
        folder: path.join(folder, String(port)),
        port: port + SIZE,
        cluster: { name: nameOf(port), password, port, ports },
        ...(tls ? { tls } : {}),
      }),
    ),
  )
  const leaderOf = async (stream: string) => {
    const { username, password: pass } = new URL(servers[0]?.url ?? '')
    const connection = await connect({
      servers: servers.map(({ port }) => `127.0.0.1:${port}`),
      user: username,
      pass,
      ...(tls ? { tls: { ca: readFileSync(tls.authority, 'utf8') } } : {}),
    })
    try {
      const { cluster, config } = await (await connection.jetstreamManager()).streams.info(stream)
      const index = ports.findIndex((port) => nameOf(port) === cluster?.leader)
      return { server: servers[index] as StoreServer, copies: config.num_replicas }
    } finally {
      await connection.close()
    }
  }
  return {
    url: servers.map(({ url }) => url).join(','),
    servers,
    leaderOf,
    kill: async () => {
      await Promise.all(servers.map((server) => server.kill()))
    },
  }
}
