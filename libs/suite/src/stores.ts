import path from 'node:path'
import { type NatsOptions, startNats } from './servers/nats.ts'
import { type PostgresServer, startPostgres } from './servers/postgres.ts'
import { startRedis } from './servers/redis.ts'
import type { FolderStore, StoreServer } from './servers/server.ts'

export interface StoresOptions {
  /** Each store has a folder of its own in it. */
  folder: string
  /** Stores that run elsewhere are not started. */
  given: { postgres?: string | undefined; redis?: string | undefined; nats?: string | undefined }
  note?: NatsOptions['note']
}

export interface Stores {
  postgres: PostgresServer | undefined
  redis: FolderStore | undefined
  nats: StoreServer | undefined
  /** Those that were started here. */
  own: StoreServer[]
  stop(): Promise<void>
}

/** Starts the missing stores in parallel; leaves none behind if one fails. */
export async function startStores({ folder, given, note }: StoresOptions): Promise<Stores> {
  const own: StoreServer[] = []
  const place = (name: string) => ({ folder: path.join(folder, name), ...(note ? { note } : {}) })
  const keep = async <Server extends StoreServer>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting
    own.push(server)
    return server
  }
  const stop = async () => {
    await Promise.all(own.map((server) => server.stop()))
  }
  const database = async () => (given.postgres ? undefined : await keep(startPostgres(place('postgres'))))
  // One after the other, since they may have to be fetched together.
  const queues = async () => ({
    redis: given.redis ? undefined : await keep(startRedis(place('redis'))),
    nats: given.nats ? undefined : await keep(startNats(place('nats'))),
  })
  const [postgres, others] = await Promise.allSettled([database(), queues()])
  if (postgres.status === 'fulfilled' && others.status === 'fulfilled') {
    return { postgres: postgres.value, ...others.value, own, stop }
  }
  await stop()
  throw [postgres, others].find((result) => result.status === 'rejected')?.reason
}
