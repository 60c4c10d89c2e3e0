import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { poolSettings, urlsIn } from '@agora/shared/config/env'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { gauge } from '@agora/shared/observability/instruments'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Upstream } from '@agora/shared/upstream/upstream'
import { createUserDirectory, type UserDirectory } from '@agora/shared/users/directory'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type AvatarStore, createAvatarStore } from './areas/avatars/store.ts'
import { createMediaStore, type MediaStore } from './areas/media/store.ts'
import type { Env } from './config.ts'
import { Converters } from './conversion/converters.ts'
import { createEmblems, type Emblems } from './emblems.ts'
import { createForum, type Forum } from './forum.ts'
import { type Metrics, mediaMetrics } from './metrics.ts'
import { openStorage } from './storage/open-storage.ts'
import type { Storage } from './storage/storage.ts'
import { createSpool, type Spool } from './uploads/spool.ts'

/** What this service's operations work with, wired once at startup. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly metrics: Metrics
  readonly db: Database
  /** For calls to the gateway. */
  readonly gateway: Upstream
  readonly users: UserDirectory
  readonly forum: Forum
  readonly emblems: Emblems
  readonly media: MediaStore
  readonly avatars: AvatarStore
  readonly storage: Storage
  readonly spool: Spool
  readonly converters: Converters
}

const MEBIBYTE = 1_048_576
/** Half of the room that `files` of the service's declaration gives it: the rest is for what workers write. */
const MAX_INCOMING = 1_024 * MEBIBYTE
export function createContext(env: Env, logger: Logger): Context {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const registry = createRegistry('media')
  const metrics = mediaMetrics(registry)
  const db = createDatabase({ ...poolSettings(env), schema: 'media', name: 'agora-media', registry })
  const gateway = new Upstream({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER })
  const forum = new Upstream({ urls: urlsIn(env.FORUM_URLS), dnsServer: env.DNS_SERVER })
  const { storage, incoming, isOwn } = openStorage(env.MEDIA_URL, env.PORT)
  const converters = new Converters({ ...Converters.limitsIn(env), logger, metrics })
  const waiting = 'Pictures that wait for a worker.'
  gauge(registry, 'media_conversions_waiting', waiting, () => converters.waiting)
  return {
    env,
    config,
    logger,
    registry,
    metrics,
    db,
    gateway,
    users: createUserDirectory(db, gatewayUsers({ gateway, key: env.SERVICE_KEY })),
    forum: createForum(forum, env.SERVICE_KEY),
    emblems: createEmblems([forum, gateway], env.SERVICE_KEY),
    media: createMediaStore(db),
    avatars: createAvatarStore(db),
    storage,
    spool: createSpool(incoming, { mostBytes: MAX_INCOMING, isOwn }),
    converters,
  }
}
