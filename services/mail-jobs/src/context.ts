import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { createPool } from '@agora/shared/database/pool'
import { createRegistry } from '@agora/shared/observability/metrics'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from './config.ts'

/** What the operations of this service work with, wired once at the start. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly pool: pg.Pool
}

export function createContext(env: Env, logger: Logger): Context {
  const pool = createPool({
    url: env.DATABASE_URL,
    schema: 'mail_jobs',
    size: env.DATABASE_POOL_SIZE,
    name: 'agora-mail-jobs',
  })
  return { env, config: readAgoraFile(env.AGORA_CONFIG), logger, registry: createRegistry('mail-jobs'), pool }
}
