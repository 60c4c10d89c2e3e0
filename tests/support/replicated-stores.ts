import path from 'node:path'
import { type ServiceName, withDatabase } from '@agora/shared/contracts/services'
import { type Certificates, makeCertificates } from '@agora/suite/servers/certificates'
import { type NatsServers, startNatsCluster } from '@agora/suite/servers/nats-cluster'
import { type RedisServers, startRedisSentinels } from '@agora/suite/servers/redis-sentinels'
import { temporaryFolder } from '@agora/suite/temporary'
import { administer, type FollowedDatabase, startFollowedDatabase } from './followed-database.ts'

export interface ReplicatedStores {
  certificates: Certificates
  /** Its addresses name both servers; a commit is acknowledged only once both have it. */
  postgres: FollowedDatabase
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

async function startReplicatedDatabase(tls: Certificates): Promise<FollowedDatabase> {
  const { database, primary, replica } = await startFollowedDatabase(tls)
  await administer(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()')
  const both = (url: string) => {
    const { username, password, pathname } = new URL(url)
    const hosts = [replica, primary].map(({ port }) => `localhost:${port}`).join(',')
    return `postgresql://${username}:${password}@${hosts}${pathname}?sslmode=verify-full`
  }
  const urls = Object.fromEntries(withDatabase.map((service) => [service, both(database.urls[service])]))
  return { database: { ...database, urls: urls as Record<ServiceName, string> }, primary, replica }
}
