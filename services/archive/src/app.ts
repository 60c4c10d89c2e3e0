import { databaseReadiness } from '@agora/shared/database/readiness'
import { exportRoutes } from '@agora/shared/export/routes'
import { principalVerifier } from '@agora/shared/http/principal-verifier'
import { createServer } from '@agora/shared/http/server'
import { serviceCallers } from '@agora/shared/http/service-callers'
import type { Server } from '@agora/shared/http/types'
import { historyRoutes } from './areas/records/history-routes.ts'
import { recordRoutes } from './areas/records/routes.ts'
import type { Context } from './context.ts'
import { errors } from './errors.ts'
import { exportParts } from './export/store.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const { env, logger, registry, db } = context
  const verify = principalVerifier(JSON.parse(env.PRINCIPAL_KEYS), 'archive')
  const app = createServer({
    logger,
    registry,
    resolvePrincipal: (request) => verify(request.headers),
    resolveService: serviceCallers(env.SERVICE_CALLERS),
    drainSeconds: env.DRAIN_SECONDS,
    readForGuest: db.readForGuest,
    readiness: { database: databaseReadiness(db.pool) },
    internalError: errors.internal,
  })
  recordRoutes(app, context)
  historyRoutes(app, context)
  exportRoutes(app, context.db, exportParts)
  return app
}
