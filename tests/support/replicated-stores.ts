import path from 'node:path'
import { type ServiceName, withDatabase } from '@agora/shared/contracts/services'
import { type Certificates, makeCertificates } from '@agora/suite/servers/certificates'
import { type NatsServers, startNatsCluster } from '@agora/suite/servers/nats-cluster'
import { type PostgresServer, startPostgres } from '@agora/suite/servers/postgres'
import { type RedisServers, startRedisSentinels } from '@agora/suite/servers/redis-sentinels'
import { temporaryFolder } from '@agora/suite/temporary'
import { startTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'

/** A primary and its standby: a commit is acknowledged only once both have it. */
export interface ReplicatedDatabase {
  /** Its address names both servers. */
  database: TestDatabase
  primary: PostgresServer
  replica: PostgresServer
}

export interface ReplicatedStores {
  certificates: Certificates
  postgres: ReplicatedDatabase
  redis: RedisServers
  nats: NatsServers
  close(): Promise<void>
}

/** Postgres, Redis and NATS with several servers each, all behind TLS and passwords. */
export async function startReplicatedStores(): Promise<ReplicatedStores> {
  const folder = temporaryFolder('stores')
  const certificates = await makeCertificates(folder.path)
  const at = (name: string) => path.join(folder.path, name)
  const [postgres, redis, nats] = await Promise.all([
    startReplicatedDatabase(certificates),
    startRedisSentinels(at('redis'), certificates),
    startNatsCluster(at('nats'), certificates),
  ])
  const close = async () => {
    await Promise.all([postgres.database.drop(), redis.kill(), nats.kill()])
    folder.remove()
  }
  return { certificates, postgres, redis, nats, close }
}

async function startReplicatedDatabase(tls: Certificates): Promise<ReplicatedDatabase> {
  const folder = temporaryFolder('replica')
  const settings = { synchronous_commit: 'on' }
  const { server: primary, ...database } = await startTestDatabase({ tls, settings })
  const replica = await startPostgres({
    folder: folder.path,
    follows: primary,
    durable: false,
    tls,
    settings,
  })
  await administer(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()')
  const both = (url: string) => {
    const { username, password, pathname } = new URL(url)
    const hosts = [replica, primary].map(({ port }) => `localhost:${port}`).join(',')
    return `postgresql://${username}:${password}@${hosts}${pathname}?sslmode=verify-full`
  }
  const urls = Object.fromEntries(withDatabase.map((service) => [service, both(database.urls[service])]))
  const drop = async () => {
    await replica.kill()
    folder.remove()
    await database.drop()
  }
  return {
    database: { ...database, urls: urls as Record<ServiceName, string>, drop },
    primary,
    replica,
  }
}

/** Runs statements as a server's superuser; returns the rows of the last. */
export async function administer(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}
