import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { createPool } from '@agora/shared/database/pool'
import { pgQueries } from '@agora/shared/messaging/sql'
import { createRegistry } from '@agora/shared/observability/metrics'
import { createUserDirectory, type UserDirectory } from '@agora/shared/users/directory'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from './config.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { type KindRegistry, kinds } from './kinds/registry.ts'
import { type FetchMailToken, gatewayTokens } from './mail/gateway-tokens.ts'
import { createPixels, type Pixels } from './mail/pixel.ts'
import { type DeliverMail, smtpDelivery } from './mail/smtp.ts'
import { createMailStore, type MailStore } from './mail/store.ts'
import { createMetrics, type Metrics, measureLevels } from './metrics.ts'
import { operatorBucket, tokensLeft } from './rate/bucket.ts'
import { type Signals, startSignals } from './tasks/signals.ts'
import { createTaskStore, type TaskStore } from './tasks/store.ts'

/** What the operations of this service work with, wired once at the start. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly metrics: Metrics
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
  readonly users: UserDirectory
  readonly kinds: KindRegistry
  readonly tasks: TaskStore
  readonly signals: Signals
  readonly mails: MailStore
  readonly pixels: Pixels
  readonly deliver: DeliverMail
  readonly fetchMailToken: FetchMailToken
}

/** Below the ten seconds of a request, which may wait for its turn behind others. */
const TRANSACTION_OPTIONS = { maxWait: 8_000, timeout: 8_000 }

export function createContext(env: Env, logger: Logger): Context {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const registry = createRegistry('mail-jobs')
  const gateway = { url: env.GATEWAY_URL, key: env.SERVICE_KEY }
  const pool = createPool({
    url: env.DATABASE_URL,
    schema: 'mail_jobs',
    size: env.DATABASE_POOL_SIZE,
    name: 'agora-mail-jobs',
    registry,
  })
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { schema: 'mail_jobs' }),
    transactionOptions: TRANSACTION_OPTIONS,
  })
  // What a service does by itself goes past Prisma, whose client takes its memory when it is first used.
  const db = pgQueries(pool)
  const tasks = createTaskStore(db, env.MAIL_LEASE_SECONDS)
  measureLevels(registry, {
    depth: () => tasks.depth(),
    operatorTokens: () => tokensLeft(db, operatorBucket),
  })
  return {
    env,
    config,
    logger,
    registry,
    metrics: createMetrics(registry),
    pool,
    prisma,
    users: createUserDirectory(db, gatewayUsers(gateway)),
    kinds,
    tasks,
    signals: startSignals(pool, logger),
    mails: createMailStore(prisma, env.MAIL_LEASE_SECONDS),
    pixels: createPixels(config.site.url ?? env.GATEWAY_URL, Buffer.from(env.MAIL_PIXEL_KEY, 'hex')),
    deliver: smtpDelivery(env.SMTP_URL, env.MAIL_UNANSWERED_SECONDS * 1000),
    fetchMailToken: gatewayTokens(gateway),
  }
}
