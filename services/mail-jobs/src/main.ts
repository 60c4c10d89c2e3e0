import { readEnv } from '@agora/shared/config/env'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { connectNats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { startUserConsumer } from '@agora/shared/users/consumer'
import { createApp } from './app.ts'
import { Env } from './config.ts'
import { startMailConsumer } from './consumers/mail-requested.ts'
import { createContext } from './context.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startDispatcher } from './tasks/dispatcher.ts'
import { startTaskQueue } from './tasks/queue.ts'
import { createRunner } from './tasks/runner.ts'
import { checkOperatorTemplate } from './templates/operator.ts'

const logger = createLogger('mail-jobs', process.env.LOG_LEVEL ?? 'info')

await run(logger, async () => {
  const env = readEnv(Env)
  const context = createContext(env, logger)
  checkOperatorTemplate(context.config)
  const { db, registry, signals } = context
  const runner = createRunner(context)
  const queue = startTaskQueue({
    url: env.REDIS_URL,
    concurrency: env.MAIL_CONCURRENCY,
    run: (taskId) => runner.run(taskId),
    logger,
  })
  const dispatcher = startDispatcher(context, queue, runner)
  const nats = connectNats({
    url: env.NATS_URL,
    replicas: env.NATS_REPLICAS,
    name: 'agora-mail-jobs',
    logger,
  })
  const mails = startMailConsumer(context, nats)
  const users = startUserConsumer({
    service: 'mail-jobs',
    nats,
    transaction: db.transaction,
    logger,
    registry,
  })
  const housekeeping = startHousekeeping(context)
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder(
    [
      // The requests under way wait for their mails, which the dispatcher still brings to the runner.
      {
        name: 'intake',
        close: () => Promise.all([app.close(), mails.close(), users.close(), queue.close()]),
      },
      { name: 'dispatcher', close: () => dispatcher.close() },
      { name: 'runner', close: () => runner.close() },
      { name: 'nats', close: () => nats.close() },
      { name: 'housekeeping', close: () => housekeeping.close() },
      { name: 'signals', close: () => signals.close() },
      { name: 'gateway', close: () => context.gateway.close() },
      { name: 'database', close: () => db.close() },
    ],
    logger,
  )
})
