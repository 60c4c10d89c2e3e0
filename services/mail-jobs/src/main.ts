import { natsSettings, readEnv } from '@agora/shared/config/env'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import { connectNats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { followAccounts } from '@agora/shared/users/accounts'
import { startWork } from '@agora/shared/work/work'
import { createApp } from './app.ts'
import { Env } from './config.ts'
import { startDigestConsumer } from './consumers/digest-due.ts'
import { startExportConsumer } from './consumers/export-requested.ts'
import { startMailConsumer } from './consumers/mail-requested.ts'
import { startSanctionConsumer } from './consumers/sanction-imposed.ts'
import { createContext } from './context.ts'
import { deleteAllOf } from './erasure/store.ts'
import { purgeExports } from './exports/store.ts'
import { purgeMails } from './mail/store-retention.ts'
import { purgeFullBuckets } from './rate/store.ts'
import { taskWork } from './tasks/work.ts'
import { checkOperatorTemplate } from './templates/operator.ts'

const logger = createLogger('mail-jobs', process.env.LOG_LEVEL ?? 'info')

const PURGE_INTERVAL_MS = 60 * 60 * 1000

await run(logger, async () => {
  const env = readEnv(Env)
  const context = createContext(env, logger)
  checkOperatorTemplate(context.config)
  const { db, registry, signals } = context
  const tasks = startWork({
    ...taskWork(context),
    name: 'mail-jobs-tasks',
    redisUrl: env.REDIS_URL,
    registry,
  })
  const nats = connectNats({ ...natsSettings(env, 'mail-jobs'), logger, registry })
  const mails = startMailConsumer(context, nats)
  const digests = startDigestConsumer(context, nats)
  const exports = startExportConsumer(context, nats)
  const sanctions = startSanctionConsumer(context, nats)
  const accounts = followAccounts(context, {
    service: 'mail-jobs',
    nats,
    erase: (account) => db.transaction((tx) => deleteAllOf(tx, account)),
  })
  const purge = startPeriodic({
    name: 'purge',
    everyMs: PURGE_INTERVAL_MS,
    work: async () => {
      await purgeConsumedEvents(db)
      await purgeFullBuckets(db)
      await purgeExports(db)
      await purgeMails(db, context.config.retention.mails_days)
    },
    logger,
  })
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder(
    {
      // Requests in progress wait for their mails, which the tasks still send.
      intake: {
        close: () =>
          Promise.all([app, mails, digests, exports, sanctions, accounts].map((intake) => intake.close())),
      },
      tasks,
      nats,
      purge,
      signals,
      forum: context.forum,
      holders: { close: () => Promise.all(context.holders.map((upstream) => upstream.close())) },
      gateway: context.gateway,
      database: db,
    },
    logger,
  )
})
