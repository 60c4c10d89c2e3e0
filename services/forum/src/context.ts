import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { createRegistry } from '@agora/shared/observability/metrics'
import { createUserDirectory, type UserDirectory } from '@agora/shared/users/directory'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from './config.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { createUnreadCounter, type UnreadCounter } from './unread/counter.ts'

/** What the operations of this service work with, wired once at the start. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  /** For the hot statements; shares its connections with `prisma`. */
  readonly db: Database
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
  readonly users: UserDirectory
  readonly unread: UnreadCounter
}

/** A queue of writes on one thread may be long; each waits for its turn rather than fail, in milliseconds. */
const TRANSACTION_OPTIONS = { maxWait: 15_000, timeout: 15_000 }

export function createContext(env: Env, logger: Logger): Context {
  const registry = createRegistry('forum')
  const db = createDatabase({
    url: env.DATABASE_URL,
    schema: 'forum',
    size: env.DATABASE_POOL_SIZE,
    name: 'agora-forum',
    registry,
    // Each set of filters has a text of its own; planning the queue of reports takes longer than reading it.
    plansOnce: true,
  })
  const { pool } = db
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { schema: 'forum' }),
    transactionOptions: TRANSACTION_OPTIONS,
  })
  const users = createUserDirectory(db, gatewayUsers({ url: env.GATEWAY_URL, key: env.SERVICE_KEY }))
  return {
    env,
    config: readAgoraFile(env.AGORA_CONFIG),
    logger,
    registry,
    db,
    pool,
    prisma,
    users,
    unread: createUnreadCounter(pool),
  }
}
