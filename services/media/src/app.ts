import { exportRoutes } from '@agora/shared/exports/routes'
import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { exposeStore } from '@agora/shared/observability/stores'
import { avatarRoutes } from './areas/avatars/routes.ts'
import { claimRoutes } from './areas/claims/routes.ts'
import { emblemRoutes } from './areas/emblems/routes.ts'
import { mediaRoutes } from './areas/media/routes.ts'
import type { Context } from './context.ts'
import { exportFiles } from './exports/files.ts'
import { exportParts } from './exports/store.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const { db, registry, storage } = context
  exposeStore(registry, 'objects', () => storage.check())
  const app = createServiceServer('media', context, { db, readiness: { storage: () => storage.check() } })
  mediaRoutes(app, context)
  avatarRoutes(app, context)
  claimRoutes(app, context)
  emblemRoutes(app, context)
  exportRoutes(app, db, exportParts, exportFiles(context))
  return app
}
