import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { createLogger } from '@agora/shared/observability/logger'
import { createApp } from './app.ts'
import { applyConfiguration } from './areas/apps/store/configuration.ts'
import { createContext } from './context.ts'

const logger = createLogger('apps', process.env.LOG_LEVEL ?? 'info')

await run(logger, async () => {
  const context = createContext(logger)
  const { env, config, relational } = context
  if (relational) await applyConfiguration(relational.prisma, config.apps)
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder(
    [
      { name: 'server', close: () => app.close() },
      { name: 'database', close: async () => relational?.pool.end() },
    ],
    logger,
  )
})
