import { natsSettings } from '@agora/shared/config/env'
import { applyWhenReachable } from '@agora/shared/database/when-reachable'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { type Closables, closeInOrder, run } from '@agora/shared/lifecycle/run'
import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import { connectNats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { followAccounts } from '@agora/shared/users/accounts'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { receiversWithoutTls } from './areas/apps/configured.ts'
import { applyConfiguration } from './areas/apps/store/configuration.ts'
import { purgeKept, purgeSettled } from './areas/deliveries/store.ts'
import { wakeLines } from './areas/deliveries/store-lines.ts'
import { readAppsEnv } from './config.ts'
import { startForumConsumer } from './consumers/forum.ts'
import { startMembersConsumer } from './consumers/members.ts'
import { type Context, createContext, type Relational } from './context.ts'
import { startDelivery } from './delivery/delivery.ts'
import { eraseOwner } from './erasure/store.ts'

/** In milliseconds. A replica of before may still work as it did, while this process has long started. */
const EARLIER_RELEASE_MS = 60_000
const PURGE_INTERVAL_MS = 60 * 60 * 1000
/** How long deliveries are kept. */
const DONE_DAYS = 7
const DEAD_DAYS = 90
/** For a channel whose receiver is gone. */
const KEPT_DAYS = 7

const logger = createLogger('apps', process.env.LOG_LEVEL ?? 'info')

await run(logger, async () => {
  const env = readAppsEnv()
  const context = createContext(env, logger)
  const { relational } = context
  const workers = relational ? await startWorkers(context, relational) : {}
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder({ server: app, ...workers }, logger)
})

/** The background work that needs a database, in the order of closing. */
async function startWorkers(context: Context, relational: Relational): Promise<Closables> {
  const { config, logger, registry } = context
  const { env, db, gateway } = relational
  const configuration = await applyWhenReachable(
    () => applyConfiguration(db.transaction, config.apps),
    logger,
  )
  const unreachable = receiversWithoutTls(config)
  if (unreachable.length > 0)
    logger.warn(
      { receivers: unreachable },
      'receivers that are not https get nothing (delivery.allow_private_receivers)',
    )
  const nats = connectNats({ ...natsSettings(env, 'apps'), logger, registry })
  const accounts = followAccounts(
    { ...relational, logger, registry },
    { service: 'apps', nats, erase: ({ user }) => eraseOwner(db, user) },
  )
  const forum = startForumConsumer(context, relational, nats)
  const members = startMembersConsumer(context, relational, nats)
  const delivery = startDelivery(context, relational)
  const upkeep = startUpkeep(relational, logger)
  return { configuration, forum, members, accounts, delivery, ...upkeep, nats, gateway, database: db }
}

/** Starts what deletes, wakes and seals anew at intervals. */
function startUpkeep({ db, secrets }: Relational, logger: Logger): Closables {
  const purge = async () => {
    await purgeSettled(db, ['Delivered', 'Cancelled'], DONE_DAYS)
    await purgeSettled(db, ['Dead'], DEAD_DAYS)
    await purgeKept(db, KEPT_DAYS)
    await wakeLines(db)
    await purgeConsumedEvents(db)
  }
  const jobs = [
    { name: 'purge', everyMs: PURGE_INTERVAL_MS, work: purge },
    {
      name: 'wake deliveries that wait for none',
      everyMs: EARLIER_RELEASE_MS,
      work: () => wakeLines(db),
    },
    { name: 'seal with the newest key', everyMs: EARLIER_RELEASE_MS, work: () => secrets.sealAllAnew() },
  ]
  return Object.fromEntries(jobs.map((job) => [job.name, startPeriodic({ ...job, logger })]))
}
