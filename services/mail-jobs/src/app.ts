import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { exportRoutes } from './areas/exports/routes.ts'
import { jobRoutes } from './areas/jobs/routes.ts'
import { outboundEmailRoutes } from './areas/outbound-email/routes.ts'
import type { Context } from './context.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const app = createServiceServer('mail-jobs', context, { db: context.db })
  jobRoutes(app, context)
  exportRoutes(app, context)
  outboundEmailRoutes(app, context)
  return app
}
