import { exportRoutes } from '@agora/shared/export/routes'
import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { digestRoutes } from './areas/digests/routes.ts'
import { importedRoutes } from './areas/imported/routes.ts'
import { memberRoutes } from './areas/members/routes.ts'
import { moderationRoutes } from './areas/moderation/routes.ts'
import { notificationRoutes } from './areas/notifications/routes.ts'
import { postRoutes } from './areas/posts/routes.ts'
import { readingRoutes } from './areas/reading/routes.ts'
import { reportRoutes } from './areas/reports/routes.ts'
import { reportWorkRoutes } from './areas/reports/work-routes.ts'
import { roleRoutes } from './areas/roles/routes.ts'
import { sanctionRoutes } from './areas/sanctions/routes.ts'
import { searchRoutes } from './areas/search/routes.ts'
import { sectionRoutes } from './areas/sections/routes.ts'
import { subscriptionRoutes } from './areas/subscriptions/routes.ts'
import { threadRoutes } from './areas/threads/routes.ts'
import type { Context } from './context.ts'
import { exportParts } from './export/store.ts'
import { writeLargeTexts } from './large-texts.ts'

const areas = [
  sectionRoutes,
  roleRoutes,
  threadRoutes,
  readingRoutes,
  postRoutes,
  reportRoutes,
  reportWorkRoutes,
  sanctionRoutes,
  memberRoutes,
  moderationRoutes,
  searchRoutes,
  subscriptionRoutes,
  notificationRoutes,
  digestRoutes,
  importedRoutes,
]

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const app = createServiceServer('forum', context, { db: context.db })
  writeLargeTexts(app, context.db)
  // The process is drained by now: callers reconnect to another one.
  app.addHook('preClose', async () => context.streams.end())
  for (const mount of areas) mount(app, context)
  exportRoutes(app, context.db, exportParts)
  return app
}
