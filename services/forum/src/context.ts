import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { natsSettings, poolSettings, readReplicaSettings, urlsIn } from '@agora/shared/config/env'
import { declarations } from '@agora/shared/contracts/services'
import { tellsOfContent } from '@agora/shared/contracts/webhooks'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { emblemHolder, type HoldEmblem } from '@agora/shared/emblems/emblems'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { connectNats, type Nats } from '@agora/shared/messaging/nats'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Upstream } from '@agora/shared/upstream/upstream'
import { createUserDirectory, type UserDirectory } from '@agora/shared/users/directory'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createWrittenCounter, type WrittenCounter } from './areas/members/written.ts'
import { type NotificationListeners, startListeners } from './areas/notifications/notifying/listeners.ts'
import { createReplyWriter, type WriteReply } from './areas/posts/reply-writer.ts'
import { createUnreadCounter, type UnreadCounter } from './areas/reading/unread/counter.ts'
import type { SearchEngine } from './areas/search/engine.ts'
import { createPostgresEngine } from './areas/search/postgres/engine.ts'
import { createPageReader, type ReadPage } from './areas/threads/page-reader.ts'
import { createThreadFinder, type FindThread } from './areas/threads/store.ts'
import type { Env } from './config.ts'
import { createPosting, type Posting } from './limits/posting.ts'
import { createMedia, type Media } from './pictures/media.ts'
import { createStreamSeats, type StreamSeats } from './streams/seats.ts'
import { createStreams, type Streams } from './streams/streams.ts'

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
  readonly media: Media
  readonly holdEmblem: HoldEmblem
  readonly unread: UnreadCounter
  readonly writtenIn: WrittenCounter
  readonly posting: Posting
  readonly findThread: FindThread
  readonly readThreadPage: ReadPage
  readonly writeReply: WriteReply
  /** Whether an application is to be told of threads and posts. */
  readonly isTold: boolean
  readonly search: SearchEngine
  readonly nats: Nats
  readonly notificationListeners: NotificationListeners
  readonly seats: StreamSeats
  readonly streams: Streams
  /** Set when something was written that is to be followed. */
  readonly written: AutoResetEvent
  /** Set when a cleanup is due. */
  readonly cleaning: AutoResetEvent
}

export function createContext(env: Env, logger: Logger): Context {
  const registry = createRegistry('forum')
  const db = createDatabase({
    ...poolSettings(env),
    ...readReplicaSettings(env, logger),
    schema: 'forum',
    name: 'agora-forum',
    registry,
    plansOnce: declarations.forum.connections.plansOnce,
  })
  const gateway = new Upstream({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER })
  const media = new Upstream({ urls: urlsIn(env.MEDIA_URLS), dnsServer: env.DNS_SERVER })
  const users = createUserDirectory(db, gatewayUsers({ gateway, key: env.SERVICE_KEY }))
  const config = readAgoraFile(env.AGORA_CONFIG)
  const isTold = tellsOfContent(config.apps)
  const nats = connectNats({ ...natsSettings(env, 'forum'), logger, registry })
  const seats = createStreamSeats(db, logger)
  return {
    env,
    config,
    logger,
    registry,
    db,
    gateway,
    users,
    media: createMedia(media, env.SERVICE_KEY),
    holdEmblem: emblemHolder(media, env.SERVICE_KEY, false),
    unread: createUnreadCounter(db),
    writtenIn: createWrittenCounter(db),
    posting: createPosting(config, env, logger, registry),
    findThread: createThreadFinder(db),
    readThreadPage: createPageReader(db),
    writeReply: createReplyWriter(db, isTold),
    isTold,
    search: createPostgresEngine(db, logger),
    written: new AutoResetEvent(),
    cleaning: new AutoResetEvent(),
    nats,
    notificationListeners: startListeners({ db, nats, logger }),
    seats,
    streams: createStreams(seats),
  }
}
