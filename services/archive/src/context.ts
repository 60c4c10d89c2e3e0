import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { poolSettings, readReplicaSettings } from '@agora/shared/config/env'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Upstream } from '@agora/shared/upstream/upstream'
import { createUserDirectory, type UserDirectory } from '@agora/shared/users/directory'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from './config.ts'

/** What this service's operations work with, wired once at startup. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly db: Database
  /** For calls to the gateway. */
  readonly gateway: Upstream
  readonly users: UserDirectory
}

export function createContext(env: Env, logger: Logger): Context {
  const registry = createRegistry('archive')
  const db = createDatabase({
    ...poolSettings(env),
    ...readReplicaSettings(env, logger),
    schema: 'archive',
    name: 'agora-archive',
    registry,
  })
  const gateway = new Upstream({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER })
  return {
    env,
    config: readAgoraFile(env.AGORA_CONFIG),
    logger,
    registry,
    db,
    gateway,
    users: createUserDirectory(db, gatewayUsers({ gateway, key: env.SERVICE_KEY })),
  }
}
