import { readEnv } from '@agora/shared/config/env'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { createLogger } from '@agora/shared/observability/logger'
import { createApp } from './app.ts'
import { Env } from './config.ts'
import { createContext } from './context.ts'

const logger = createLogger('web', process.env.LOG_LEVEL ?? 'info')

/** How old the lists may be that pages show without asking for them, in milliseconds. */
const LISTS_INTERVAL_MS = 5_000

await run(logger, async () => {
  const env = readEnv(Env)
  const context = createContext(env, logger)
  const lists = startPeriodic({
    name: 'kept lists',
    everyMs: LISTS_INTERVAL_MS,
    work: async () => {
      await Promise.all([context.apps.refresh(), context.texts.refresh(), context.site.refresh()])
    },
    logger,
  })
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder({ server: app, lists, gateway: context.gateway, uploads: context.uploads }, logger)
})
