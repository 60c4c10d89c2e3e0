import { emblemRoutes } from '@agora/shared/emblems/routes'
import { exportRoutes } from '@agora/shared/exports/routes'
import { createServer } from '@agora/shared/http/server'
import { serviceCallers } from '@agora/shared/http/service-callers'
import type { Server } from '@agora/shared/http/types'
import { apiDocumentRoutes } from './api-document/routes.ts'
import { configRoutes } from './areas/config/routes.ts'
import { wellKnownRoutes } from './areas/well-known/routes.ts'
import type { Context } from './context.ts'
import { accountRoutes } from './identity/account-lists/routes.ts'
import { userRoutes } from './identity/accounts/routes.ts'
import { administratorRoutes } from './identity/administrators/routes.ts'
import { authRoutes } from './identity/auth/routes.ts'
import { authenticatorRoutes } from './identity/authenticators/routes.ts'
import { banRoutes } from './identity/bans/routes.ts'
import { clientRoutes } from './identity/clients/routes.ts'
import { emailRoutes } from './identity/emails/routes.ts'
import { erasureRoutes } from './identity/erasures/routes.ts'
import { exportRoutes as ownExportRoutes } from './identity/exports/routes.ts'
import { gameLinkRoutes } from './identity/game-links/routes.ts'
import { grantRoutes } from './identity/grants/routes.ts'
import { invitationRoutes } from './identity/invitations/routes.ts'
import { mailRecipientRoutes } from './identity/mail-recipients/routes.ts'
import { mailRefusalRoutes } from './identity/mail-refusals/routes.ts'
import { mailTokenRoutes } from './identity/mail-tokens/routes.ts'
import { passwordResetRoutes } from './identity/password-reset/routes.ts'
import { providerRoutes } from './identity/providers/routes.ts'
import { sessionRoutes } from './identity/sessions/routes.ts'
import { siteRoutes } from './identity/site/routes.ts'
import { sitePictures } from './identity/site/store.ts'
import { userLinkRoutes } from './identity/user-links/routes.ts'
import { operationsRoutes } from './operators/routes.ts'
import './identity/credentials/credential.ts'
import { crossOriginHeaders } from './callers/cross-origin.ts'
import { createPermits } from './edge/admission/service-permits.ts'
import { callerLimits } from './edge/connections/caller-limits.ts'
import { forwardToServices } from './edge/forward/routes.ts'
import { edgeListener } from './edge/listener.ts'
import { reserveForOwnBodies } from './edge/memory-budget/own-bodies.ts'
import { allowOrigins } from './edge/origins/cors.ts'
import { originJudge } from './edge/origins/origins.ts'
import { tellLimits } from './edge/rate-limits/told-limits.ts'
import { isCached } from './edge/response-cache/cache-key.ts'
import { compressAnswers } from './edge/response-cache/compression.ts'
import { nameGuestsTime } from './edge/response-cache/guests-time.ts'
import { readinessOf } from './edge/upstreams/readiness.ts'
import { unavailableAt } from './edge/upstreams/services.ts'
import { renewCookie } from './identity/credentials/renew-cookie.ts'
import { credentialResolver } from './identity/credentials/resolve.ts'
import { exportParts } from './identity/exports/store-parts.ts'
import { deviceRoutes } from './identity/oauth/devices/routes.ts'
import { interactionRoutes } from './identity/oauth/interactions.ts'
import { lazyProvider } from './identity/oauth/lazy.ts'
import { oauthRoutes } from './identity/oauth/routes.ts'
import { departureRoutes } from './identity/oauth/sign-out.ts'

const areas = [
  userRoutes,
  accountRoutes,
  administratorRoutes,
  siteRoutes,
  invitationRoutes,
  erasureRoutes,
  ownExportRoutes,
  authRoutes,
  banRoutes,
  sessionRoutes,
  authenticatorRoutes,
  grantRoutes,
  gameLinkRoutes,
  userLinkRoutes,
  emailRoutes,
  providerRoutes,
  passwordResetRoutes,
  mailTokenRoutes,
  mailRecipientRoutes,
  mailRefusalRoutes,
  clientRoutes,
  configRoutes,
  operationsRoutes,
  apiDocumentRoutes,
  wellKnownRoutes,
]

/** The service's only server factory. `isConfigured` tells whether the startup configuration has been applied. */
export function createApp(context: Context, isConfigured: () => boolean): Server {
  const { env, config, logger, registry, pool, trusted } = context
  const readiness = readinessOf(context, isConfigured)
  const { connections, perCaller } = callerLimits(env, trusted)
  const permits = createPermits(env.MAX_IN_PROGRESS)
  const judgeOrigin = originJudge(context)
  const app = createServer({
    logger,
    registry,
    admit: (request) => {
      context.vouching.adopt(request)
      const counted = context.requestLimits.admit(request)
      if (counted) return counted.then(() => judgeOrigin(request))
      judgeOrigin(request)
      return undefined
    },
    resolvePrincipal: credentialResolver(context),
    resolveService: serviceCallers(env.SERVICE_CALLERS),
    drainSeconds: env.DRAIN_SECONDS,
    readiness: readiness.checks,
    readinessDetails: () => ({ services: readiness.states() }),
    facesTheWorld: true,
    logsAddresses: config.retention.addresses_in_logs,
    createListener: edgeListener(
      connections,
      {
        permitsOf: permits.permitsOf,
        areOthersServed: permits.areUsed,
        isCached: (request) => isCached(context, request),
        ...(perCaller ? { perCaller } : {}),
        refusal: unavailableAt,
        headers: crossOriginHeaders(config.site.cors_origins),
      },
      registry,
    ),
    trustProxy: trusted,
  })
  permits.follow(app)
  reserveForOwnBodies(app, context.memoryBudget)
  app.decorateRequest('credential')
  // The process is drained by now: callers reconnect to another one.
  app.addHook('preClose', async () => context.streams.endAll())
  allowOrigins(app, config.site.cors_origins)
  renewCookie(app, context)
  nameGuestsTime(app, context.guestsMs)
  tellLimits(app, context.requestLimits)
  compressAnswers(app)
  for (const mount of areas) mount(app, context)
  emblemRoutes(app, sitePictures(pool))
  exportRoutes(app, pool, exportParts)
  const provider = lazyProvider(context)
  oauthRoutes(app, context, provider)
  interactionRoutes(app, context, provider)
  departureRoutes(app, context)
  deviceRoutes(app, context)
  forwardToServices(app, context)
  return app
}
