import { exportRoutes } from '@agora/shared/exports/routes'
import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { recordRoutes } from './areas/records/routes.ts'
import type { Context } from './context.ts'
import { errors } from './errors.ts'
import { exportParts } from './exports/store.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const app = createServiceServer('archive', context, { db: context.db, internalError: errors.internal })
  recordRoutes(app, context)
  exportRoutes(app, context.db, exportParts)
  return app
}
