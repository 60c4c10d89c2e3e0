import { readEnv } from '@agora/shared/config/env'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { createLogger } from '@agora/shared/observability/logger'
import { createApp } from './app.ts'
import { Env } from './config.ts'
import { createContext } from './context.ts'

const logger = createLogger('captcha', process.env.LOG_LEVEL ?? 'info')

await run(logger, async () => {
  const env = readEnv(Env)
  const context = createContext(env, logger)
  const { faults } = context
  if (faults.length > 0)
    logger.warn({ faults }, 'captcha parameters are out of range: no challenge is issued')
  const app = createApp(context)
  const purge = startPeriodic({
    name: 'purge',
    everyMs: env.CAPTCHA_PURGE_SECONDS * 1000,
    work: () => context.store.purge(),
    logger,
  })
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder({ server: app, purge, database: context.db }, logger)
})
