import { natsSettings, readEnv } from '@agora/shared/config/env'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import { connectNats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { followAccounts } from '@agora/shared/users/accounts'
import { createApp } from './app.ts'
import { removeOwner, sweepGone, sweepOrphans, sweepUploads } from './areas/media/sweep.ts'
import { Env } from './config.ts'
import { createContext } from './context.ts'
import { ownsStorage } from './walk/ownership.ts'
import { walkFiles } from './walk/walk.ts'

const SWEEP_INTERVAL_MS = 60_000

const logger = createLogger('media', process.env.LOG_LEVEL ?? 'info')

await run(logger, async () => {
  const env = readEnv(Env)
  const context = createContext(env, logger)
  const { db, gateway, registry } = context
  const app = createApp(context)
  const nats = connectNats({ ...natsSettings(env, 'media'), logger, registry })
  const accounts = followAccounts(context, {
    service: 'media',
    nats,
    erase: ({ user }) => removeOwner(context, user),
  })
  const sweep = startPeriodic({
    name: 'sweep',
    everyMs: SWEEP_INTERVAL_MS,
    work: async () => {
      await sweepUploads(context)
      const isOwn = await ownsStorage(context)
      if (isOwn) await walkFiles(context)
      await purgeConsumedEvents(db)
      // Last: they need the forum.
      if (isOwn) await sweepOrphans(context)
      await sweepGone(context)
    },
    logger,
  })
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder(
    {
      server: app,
      converters: context.converters,
      accounts,
      sweep,
      nats,
      forum: context.forum,
      gateway,
      database: db,
    },
    logger,
  )
})
