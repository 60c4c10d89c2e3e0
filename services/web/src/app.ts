import { principalVerifier } from '@agora/shared/http/principal-verifier'
import { createServer } from '@agora/shared/http/server'
import type { Server } from '@agora/shared/http/types'
import { areas } from './areas/areas.ts'
import type { Context } from './context.ts'
import { assetRoutes } from './http/assets.ts'
import { acceptForms } from './http/form.ts'
import { mountPages } from './http/pages.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const { env, logger, registry } = context
  const verify = principalVerifier(JSON.parse(env.PRINCIPAL_KEYS), 'web')
  const app = createServer({
    logger,
    registry,
    resolvePrincipal: (request) => verify(request.headers),
    resolveService: () => undefined,
    drainSeconds: env.DRAIN_SECONDS,
    readiness: {},
  })
  assetRoutes(app, context.look.assets)
  acceptForms(app)
  mountPages(app, context, areas)
  return app
}
