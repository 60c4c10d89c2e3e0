import { readEnv } from '@agora/shared/config/env'
import { moderationEvents } from '@agora/shared/contracts/events/moderation'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import { startRelay } from '@agora/shared/messaging/relay'
import { createLogger } from '@agora/shared/observability/logger'
import { followAccounts } from '@agora/shared/users/accounts'
import { createApp } from './app.ts'
import { purgeCleanups } from './areas/cleanups/store.ts'
import { startDigests } from './areas/digests/dispatcher.ts'
import { purgeDigests } from './areas/digests/store-due.ts'
import { startModerationNotices } from './areas/notifications/notifying/moderation.ts'
import { measureReportQueue } from './areas/reports/metrics.ts'
import { startCleaner } from './cleaning/cleaner.ts'
import { Env } from './config.ts'
import { createContext } from './context.ts'
import { eraseMember } from './erasure/erase.ts'
import { allFollowers } from './followers/all.ts'
import { startFollowers } from './followers/engine.ts'
import { measureFollowers } from './followers/metrics.ts'
import { purgeAttempts } from './idempotency/store.ts'
import { startClaimer } from './pictures/claimer.ts'
import { startRenamer } from './renaming/renamer.ts'
import { noteRename } from './renaming/store-due.ts'

const logger = createLogger('forum', process.env.LOG_LEVEL ?? 'info')

const PURGE_INTERVAL_MS = 60 * 60 * 1000

await run(logger, async () => {
  const env = readEnv(Env)
  const context = createContext(env, logger)
  const { db, registry, nats } = context
  const relay = startRelay({
    pool: db.pool,
    nats,
    service: 'forum',
    // From then on a thread's events have the key of the section that it was moved to.
    barriers: [moderationEvents.MoveThread.type],
    logger,
    registry,
  })
  const accounts = followAccounts(context, {
    service: 'forum',
    nats,
    erase: (account) => eraseMember(db, account),
    beforeNamed: noteRename,
  })
  const followers = allFollowers(logger)
  const following = startFollowers({ db, followers, written: context.written, logger })
  const notices = startModerationNotices({ db, users: context.users, nats, logger, registry })
  const digests = startDigests({ db, logger })
  const claimer = startClaimer({ db, media: context.media, logger })
  const cleaner = startCleaner({ db, cleaning: context.cleaning, logger })
  const renamer = startRenamer({ db, logger })
  const purge = startPeriodic({
    name: 'purge',
    everyMs: PURGE_INTERVAL_MS,
    work: async () => {
      await purgeConsumedEvents(db)
      await purgeAttempts(db)
      await purgeDigests(db)
      await purgeCleanups(db)
    },
    logger,
  })
  measureReportQueue(registry, db)
  measureFollowers(registry, db, followers)
  const app = createApp(context)
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder(
    {
      server: app,
      'seats of streams': context.seats,
      'streams of notifications': context.notificationListeners,
      accounts,
      followers: following,
      'moderation notices': notices,
      digests,
      'claims of pictures': claimer,
      cleanups: cleaner,
      renames: renamer,
      relay,
      purge,
      nats,
      limits: context.posting,
      media: context.media,
      gateway: context.gateway,
      database: db,
    },
    logger,
  )
})
