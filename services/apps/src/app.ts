import { exportRoutes } from '@agora/shared/exports/routes'
import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { accountRoutes } from './areas/accounts/routes.ts'
import { appRoutes } from './areas/apps/routes.ts'
import { deadLetterRoutes, deliveryRoutes } from './areas/deliveries/routes.ts'
import { secretRoutes } from './areas/secrets/routes.ts'
import type { Context } from './context.ts'
import { exportParts } from './exports/store.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const { relational } = context
  const app = createServiceServer('apps', context, { db: relational?.db })
  appRoutes(app, context)
  if (relational) {
    accountRoutes(app, context, relational)
    secretRoutes(app, context, relational)
    deliveryRoutes(app, context, relational)
    deadLetterRoutes(app, relational)
    exportRoutes(app, relational.db, exportParts)
  }
  return app
}
