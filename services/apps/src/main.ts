import { type Closable, closeInOrder, run } from '@agora/shared/lifecycle/run'
import { connectNats } from '@agora/shared/messaging/nats'
import type { RunInTransaction } from '@agora/shared/messaging/sql'
import { createLogger } from '@agora/shared/observability/logger'
import { startUserConsumer } from '@agora/shared/users/consumer'
import { createApp } from './app.ts'
import { applyConfiguration } from './areas/apps/store/configuration.ts'
import { type Context, createContext, type Relational } from './context.ts'
import type { Prisma } from './generated/prisma/client.ts'

const logger = createLogger('apps', process.env.LOG_LEVEL ?? 'info')

await run(logger, async () => {
  const context = createContext(logger)
  const { env, relational } = context
  const workers = relational ? await startWorkers(context, relational) : []
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder([{ name: 'server', close: () => app.close() }, ...workers], logger)
})

/** What runs beside the routes where there is a database; in the order of closing. */
async function startWorkers(context: Context, { env, prisma, pool }: Relational): Promise<Closable[]> {
  const { config, logger, registry } = context
  await applyConfiguration(prisma, config.apps)
  const nats = connectNats({ url: env.NATS_URL, name: 'agora-apps', logger })
  const transaction: RunInTransaction<Prisma.TransactionClient> = (work) => prisma.$transaction(work)
  const users = startUserConsumer({ service: 'apps', nats, transaction, logger, registry })
  return [
    { name: 'users', close: () => users.close() },
    { name: 'nats', close: () => nats.close() },
    { name: 'database', close: () => pool.end() },
  ]
}
