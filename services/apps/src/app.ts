import { databaseReadiness } from '@agora/shared/database/readiness'
import { exportRoutes } from '@agora/shared/export/routes'
import { principalVerifier } from '@agora/shared/http/principal-verifier'
import { createServer } from '@agora/shared/http/server'
import { serviceCallers } from '@agora/shared/http/service-callers'
import type { Server } from '@agora/shared/http/types'
import { appRoutes } from './areas/apps/routes.ts'
import { deliveryRoutes } from './areas/deliveries/routes.ts'
import { secretRoutes } from './areas/secrets/routes.ts'
import type { Context } from './context.ts'
import { exportParts } from './export/store.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const { env, logger, registry, relational } = context
  const verify = principalVerifier(JSON.parse(env.PRINCIPAL_KEYS), 'apps')
  const app = createServer({
    logger,
    registry,
    resolvePrincipal: (request) => verify(request.headers),
    resolveService: serviceCallers(env.SERVICE_CALLERS),
    drainSeconds: env.DRAIN_SECONDS,
    readiness: relational ? { database: databaseReadiness(relational.db.pool) } : {},
  })
  appRoutes(app, context)
  if (relational) {
    secretRoutes(app, context, relational)
    deliveryRoutes(app, relational)
    exportRoutes(app, relational.db, exportParts)
  }
  return app
}
