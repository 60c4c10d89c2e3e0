import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { poolSettings } from '@agora/shared/config/env'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { createRegistry } from '@agora/shared/observability/metrics'
import { createSealer } from '@agora/shared/sealing'
import { Upstream } from '@agora/shared/upstream/upstream'
import { createUserDirectory, type UserDirectory } from '@agora/shared/users/directory'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type AccountStore, createAccountStore } from './areas/accounts/store.ts'
import { createMemoryStore } from './areas/apps/store/memory.ts'
import { createPostgresStore } from './areas/apps/store/postgres.ts'
import type { AppStore } from './areas/apps/store.ts'
import { createDeliveryRecords, type DeliveryRecords } from './areas/deliveries/store-records.ts'
import { type ChannelSecrets, createChannelSecrets } from './areas/secrets/store.ts'
import type { Env, PostgresEnv } from './config.ts'

/** What this service's operations work with, wired once at startup. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly store: AppStore
  readonly users: Pick<UserDirectory, 'findUsers'>
  /** Undefined if the service runs on the configuration alone: no edits, no deliveries. */
  readonly relational: Relational | undefined
}

/** What needs a database. */
export interface Relational {
  readonly env: PostgresEnv
  readonly db: Database
  /** For calls to the gateway. */
  readonly gateway: Upstream
  readonly records: DeliveryRecords
  readonly accounts: AccountStore
  /** The site's URL, which events name as their source. */
  readonly source: string
  readonly secrets: ChannelSecrets
  /** Set when there may be something to deliver. */
  readonly due: AutoResetEvent
}

export function createContext(env: Env, logger: Logger): Context {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const registry = createRegistry('apps')
  const base = { env, config, logger, registry }
  if (env.APPS_STORE === 'memory') {
    const users = { findUsers: async () => new Map() }
    return { ...base, store: createMemoryStore(config), users, relational: undefined }
  }
  const relational = connect(env, config, registry)
  const { db, gateway } = relational
  return {
    ...base,
    store: createPostgresStore(db),
    users: createUserDirectory(db, gatewayUsers({ gateway, key: env.SERVICE_KEY })),
    relational,
  }
}

function connect(env: PostgresEnv, { delivery, site }: AgoraConfig, registry: Registry): Relational {
  const gateway = new Upstream({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER })
  const db = createDatabase({ ...poolSettings(env), schema: 'apps', name: 'agora-apps', registry })
  return {
    env,
    db,
    gateway,
    records: createDeliveryRecords(db),
    accounts: createAccountStore(db),
    source: new URL(site.url ?? env.GATEWAY_URL).origin,
    secrets: createChannelSecrets(db, createSealer(env.WEBHOOK_KEY), delivery.secret_overlap),
    due: new AutoResetEvent(),
  }
}
