import { databaseReadiness } from '@agora/shared/database/readiness'
import { principalVerifier } from '@agora/shared/http/principal-verifier'
import { createServer } from '@agora/shared/http/server'
import { serviceCallers } from '@agora/shared/http/service-callers'
import type { Server } from '@agora/shared/http/types'
import { exportRoutes } from './areas/exports/routes.ts'
import { jobRoutes } from './areas/jobs/routes.ts'
import { outboundEmailRoutes } from './areas/outbound-email/routes.ts'
import type { Context } from './context.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const { env, logger, registry, db } = context
  const verify = principalVerifier(JSON.parse(env.PRINCIPAL_KEYS), 'mail-jobs')
  const app = createServer({
    logger,
    registry,
    resolvePrincipal: (request) => verify(request.headers),
    resolveService: serviceCallers(env.SERVICE_CALLERS),
    drainSeconds: env.DRAIN_SECONDS,
    readiness: { database: databaseReadiness(db.pool) },
  })
  jobRoutes(app, context)
  exportRoutes(app, context)
  outboundEmailRoutes(app, context)
  return app
}
