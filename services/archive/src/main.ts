import { natsSettings, readEnv } from '@agora/shared/config/env'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import { connectNats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { followAccounts } from '@agora/shared/users/accounts'
import { createApp } from './app.ts'
import { orderCollections } from './backfill/collections.ts'
import { nameRecords } from './backfill/store-names.ts'
import { Env } from './config.ts'
import { startGameLinkConsumer } from './consumers/game-links.ts'
import { deleteGameLinks } from './consumers/store-game-links.ts'
import { createContext } from './context.ts'
import { measureImports } from './importer/metrics.ts'

const logger = createLogger('archive', process.env.LOG_LEVEL ?? 'info')

const PURGE_INTERVAL_MS = 60 * 60 * 1000
/** Longer than the interval at which a waiting importer retries, in milliseconds. */
const BACKFILL_PAUSE_MS = 500

await run(logger, async () => {
  const env = readEnv(Env)
  const context = createContext(env, logger)
  const { db, registry } = context
  const nats = connectNats({ ...natsSettings(env, 'archive'), logger, registry })
  const accounts = followAccounts(context, {
    service: 'archive',
    nats,
    erase: ({ user }) => deleteGameLinks(db, user),
  })
  const gameLinks = startGameLinkConsumer(context, nats)
  const purge = startPeriodic({
    name: 'purge of consumed events',
    everyMs: PURGE_INTERVAL_MS,
    work: () => purgeConsumedEvents(db),
    logger,
  })
  const backfills = Object.entries({
    'order of collections': orderCollections,
    'names of records': nameRecords,
  }).map(([name, backfill]) =>
    startPeriodic({ name, everyMs: BACKFILL_PAUSE_MS, work: () => db.transaction(backfill), logger }),
  )
  measureImports(registry, db)
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder(
    {
      server: app,
      accounts,
      gameLinks,
      purge,
      backfills: { close: () => Promise.all(backfills.map((backfill) => backfill.close())) },
      nats,
      gateway: context.gateway,
      database: db,
    },
    logger,
  )
})
