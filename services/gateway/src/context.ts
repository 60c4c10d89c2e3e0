import { readAgoraFile } from '@agora/shared/config/agora-file'
import { poolSettings } from '@agora/shared/config/env'
import { createPool } from '@agora/shared/database/pool'
import { type Counters, createCounters } from '@agora/shared/limits/counters'
import { createRegistry } from '@agora/shared/observability/metrics'
import type { Logger } from 'pino'
import { readApiDocument } from './api-document/document.ts'
import type { Env } from './config.ts'
import { closeEdge, createEdge, type EdgeContext } from './edge/context.ts'
import { createIdentity, type Context as IdentityContext } from './identity/context.ts'

/** What the whole service works with, wired once at startup. */
export interface Context extends IdentityContext, EdgeContext {
  readonly services: EdgeContext['services']
  readonly counters: Counters
}

export async function createContext(env: Env, logger: Logger): Promise<Context> {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const registry = createRegistry('gateway')
  const pool = createPool({
    ...poolSettings(env),
    schema: 'gateway',
    name: 'agora-gateway',
    registry,
  })
  const counters = createCounters(env.REDIS_URL, logger, registry)
  const edge = await createEdge({ env, config, logger, registry, pool }, counters, readApiDocument())
  return { ...createIdentity(edge, counters), ...edge, counters }
}

export async function closeContext(context: Context): Promise<void> {
  await closeEdge(context)
  await context.counters.close()
  await context.prisma.$disconnect()
  await context.pool.end()
}
