import { emblemRoutes } from '@agora/shared/emblems/routes'
import { exportRoutes } from '@agora/shared/exports/routes'
import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { cleanupRoutes } from './areas/cleanups/routes.ts'
import { digestRoutes } from './areas/digests/routes.ts'
import { groupRoutes } from './areas/groups/routes.ts'
import { importedRoutes } from './areas/imported/routes.ts'
import { memberRoutes } from './areas/members/routes.ts'
import { moderationRoutes } from './areas/moderation/routes.ts'
import { notificationRoutes } from './areas/notifications/routes.ts'
import { postRoutes } from './areas/posts/routes.ts'
import { profileRoutes } from './areas/profiles/routes.ts'
import { reactionRoutes } from './areas/reactions/routes.ts'
import { readingRoutes } from './areas/reading/routes.ts'
import { reportTargetRoutes } from './areas/report-targets/routes.ts'
import { reportRoutes } from './areas/reports/routes.ts'
import { reportWorkRoutes } from './areas/reports/work-routes.ts'
import { roleRoutes } from './areas/roles/routes.ts'
import { sanctionRoutes } from './areas/sanctions/routes.ts'
import { searchRoutes } from './areas/search/routes.ts'
import { sectionRoutes } from './areas/sections/routes.ts'
import { sectionPictures } from './areas/sections/store-pictures.ts'
import { statisticsRoutes } from './areas/statistics/routes.ts'
import { subscriptionRoutes } from './areas/subscriptions/routes.ts'
import { textRoutes } from './areas/texts/routes.ts'
import { threadListRoutes } from './areas/thread-lists/routes.ts'
import { threadRoutes } from './areas/threads/routes.ts'
import { writeLargeTexts } from './bodies/large-texts.ts'
import type { Context } from './context.ts'
import { exportParts } from './exports/store.ts'
import { pictureRoutes } from './pictures/routes.ts'

const areas = [
  sectionRoutes,
  roleRoutes,
  groupRoutes,
  threadRoutes,
  threadListRoutes,
  readingRoutes,
  postRoutes,
  reactionRoutes,
  reportRoutes,
  reportWorkRoutes,
  reportTargetRoutes,
  sanctionRoutes,
  memberRoutes,
  profileRoutes,
  textRoutes,
  cleanupRoutes,
  statisticsRoutes,
  moderationRoutes,
  searchRoutes,
  subscriptionRoutes,
  notificationRoutes,
  digestRoutes,
  importedRoutes,
  pictureRoutes,
]

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const app = createServiceServer('forum', context, { db: context.db })
  writeLargeTexts(app, context.db)
  // The process is drained by now: callers reconnect to another one.
  app.addHook('preClose', async () => context.streams.end())
  for (const mount of areas) mount(app, context)
  emblemRoutes(app, sectionPictures(context.db))
  exportRoutes(app, context.db, exportParts)
  return app
}
