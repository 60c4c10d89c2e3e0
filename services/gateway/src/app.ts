import { exportRoutes } from '@agora/shared/export/routes'
import { createServer } from '@agora/shared/http/server'
import { serviceCallers } from '@agora/shared/http/service-callers'
import type { Server } from '@agora/shared/http/types'
import { apiDocumentRoutes } from './areas/api-document/routes.ts'
import { internalAuthRoutes } from './areas/auth/internal-routes.ts'
import { authRoutes } from './areas/auth/routes.ts'
import { authenticatorRoutes } from './areas/authenticators/routes.ts'
import { banRoutes } from './areas/bans/routes.ts'
import { clientRoutes } from './areas/clients/routes.ts'
import { configRoutes } from './areas/config/routes.ts'
import { internalEmailRoutes } from './areas/emails/internal-routes.ts'
import { emailRoutes } from './areas/emails/routes.ts'
import { internalErasureRoutes } from './areas/erasures/internal-routes.ts'
import { erasureRoutes } from './areas/erasures/routes.ts'
import { exportRoutes as ownExportRoutes } from './areas/exports/routes.ts'
import { internalGameLinkRoutes } from './areas/game-links/internal-routes.ts'
import { gameLinkRoutes } from './areas/game-links/routes.ts'
import { internalGrantRoutes } from './areas/grants/internal-routes.ts'
import { grantRoutes } from './areas/grants/routes.ts'
import { mailRecipientRoutes } from './areas/mail-recipients/routes.ts'
import { mailRefusalRoutes } from './areas/mail-refusals/routes.ts'
import { mailTokenRoutes } from './areas/mail-tokens/routes.ts'
import { operationsRoutes } from './areas/operations/routes.ts'
import { internalPasswordResetRoutes } from './areas/password-reset/internal-routes.ts'
import { passwordResetRoutes } from './areas/password-reset/routes.ts'
import { providerRoutes } from './areas/providers/routes.ts'
import { sessionRoutes } from './areas/sessions/routes.ts'
import { userLinkRoutes } from './areas/user-links/routes.ts'
import { internalUserRoutes } from './areas/users/internal-routes.ts'
import { userRoutes } from './areas/users/routes.ts'
import { wellKnownRoutes } from './areas/well-known/routes.ts'
import type { Context } from './context.ts'
import './credentials/credential.ts'
import { credentialResolver } from './credentials/resolve.ts'
import { exportParts } from './export/store.ts'
import { callerLimits } from './http/caller-limits.ts'
import { compressAnswers } from './http/compress.ts'
import { allowOrigins, crossOriginHeaders } from './http/cors.ts'
import { nameGuestsTime } from './http/guests-time.ts'
import { originJudge } from './http/origins.ts'
import { holdOwnBodies } from './http/own-bodies.ts'
import { createPlaces } from './http/places.ts'
import { readinessOf } from './http/readiness.ts'
import { renewCookie } from './http/renew-cookie.ts'
import { tellLimits } from './http/told-limits.ts'
import { deviceRoutes } from './oauth/devices/routes.ts'
import { interactionRoutes } from './oauth/interactions.ts'
import { lazyProvider } from './oauth/lazy.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { departureRoutes } from './oauth/sign-out.ts'
import { unavailableAt } from './proxy/areas.ts'
import { readyPages } from './proxy/ready-pages.ts'
import { mountProxy } from './proxy/routes.ts'

const areas = [
  userRoutes,
  internalUserRoutes,
  internalGrantRoutes,
  erasureRoutes,
  internalErasureRoutes,
  ownExportRoutes,
  authRoutes,
  internalAuthRoutes,
  banRoutes,
  sessionRoutes,
  authenticatorRoutes,
  grantRoutes,
  gameLinkRoutes,
  internalGameLinkRoutes,
  userLinkRoutes,
  emailRoutes,
  internalEmailRoutes,
  providerRoutes,
  passwordResetRoutes,
  internalPasswordResetRoutes,
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
  const places = createPlaces(env.MAX_IN_PROGRESS)
  const judgeOrigin = originJudge(context)
  const app = createServer({
    logger,
    registry,
    admit: (request) => {
      context.vouching.adopt(request)
      const counted = context.limits.requests.admit(request)
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
    bound: {
      placesOf: places.placesOf,
      ...(perCaller ? { perCaller } : {}),
      refusal: unavailableAt,
      headers: crossOriginHeaders(config.site.cors_origins),
    },
    readyAnswers: readyPages(context, places.areUsed),
    connections,
    trustProxy: trusted,
  })
  places.follow(app)
  holdOwnBodies(app, context.holdings)
  app.decorateRequest('credential')
  // The process is drained by now: callers reconnect to another one.
  app.addHook('preClose', async () => context.streams.endAll())
  allowOrigins(app, config.site.cors_origins)
  renewCookie(app, context)
  nameGuestsTime(app, context.guestsMs)
  tellLimits(app, context.limits.requests)
  compressAnswers(app)
  for (const mount of areas) mount(app, context)
  exportRoutes(app, pool, exportParts)
  const provider = lazyProvider(context)
  oauthRoutes(app, context, provider)
  interactionRoutes(app, context, provider)
  departureRoutes(app, context)
  deviceRoutes(app, context)
  mountProxy(app, context)
  return app
}
