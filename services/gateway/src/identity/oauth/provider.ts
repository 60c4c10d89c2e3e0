import { ApiError } from '@agora/shared/errors/catalogue'
import { challengeFor } from '@agora/shared/errors/challenges'
import Provider, { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { oauthErrorPage } from '../../refusals/refusals.ts'
import type { Context } from '../context.ts'
import { storage } from './adapter.ts'
import { accountFinder } from './claims.ts'
import { noClientLogin, sentSecret } from './client-login.ts'
import { asksForJson } from './client-request.ts'
import { completeDeviceAnswer } from './devices/answer.ts'
import { judgeIntrospection } from './introspection.ts'
import { type Confirmed, SIGNED_IN_AFTER } from './new-sign-in.ts'
import { interactionUrl, ownScopes, policy } from './policy.ts'
import { NO_REDIRECT_URI } from './redirect-uri.ts'
import { grantFinder } from './remembered-consent.ts'
import { claims, grantScopes } from './scopes.ts'
import { rememberedSession } from './sessions.ts'
import { leadToSignOut, mayReturnTo } from './sign-out.ts'
import { GRANT_DAYS, readOauthClient, readSignIn } from './store.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Lifetimes in seconds. */
const ttl = {
  AuthorizationCode: 10 * 60,
  AccessToken: HOUR,
  ClientCredentials: HOUR,
  RefreshToken: 30 * DAY,
  Grant: GRANT_DAYS * DAY,
  Interaction: HOUR,
  DeviceCode: 10 * 60,
  Session: HOUR,
  IdToken: HOUR,
}

const off = { enabled: false } as const

const configuration = (context: Context): Configuration => ({
  adapter: storage(context),
  jwks: { keys: [...context.idTokenKeys] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  responseTypes: ['code'],
  scopes: [...grantScopes],
  claims,
  // An id token tells what userinfo does.
  conformIdTokenClaims: false,
  pkce: { required: (_ctx, client) => client.pkce !== 'optional' },
  extraClientMetadata: { properties: ['allowed_scopes', 'pkce'] },
  extraParams: [NO_REDIRECT_URI, SIGNED_IN_AFTER],
  ttl,
  routes: {
    authorization: '/oauth/authorize',
    token: '/oauth/token',
    revocation: '/oauth/revoke',
    introspection: '/oauth/introspect',
    userinfo: '/oauth/userinfo',
    jwks: '/oauth/jwks',
    device_authorization: '/oauth/device',
    code_verification: '/device',
    end_session: '/oauth/end-session',
  },
  features: {
    devInteractions: off,
    dPoP: off,
    // What a device tells of itself, a caller can make up.
    deviceFlow: { enabled: true, deviceInfo: () => ({}) },
    // `leadToSignOut` answers in place of its page.
    rpInitiatedLogout: { enabled: true, logoutSource: async () => {} },
    userinfo: { enabled: true },
    introspection: { enabled: true, allowedPolicy: judgeIntrospection },
    pushedAuthorizationRequests: off,
    resourceIndicators: off,
    revocation: { enabled: true },
    clientCredentials: { enabled: true },
  },
  cookies: {
    names: { session: 'unused', interaction: 'interaction', resume: 'authorization' },
    short: { httpOnly: true, sameSite: 'lax' },
  },
  interactions: { policy: policy(), url: interactionUrl },
  expiresWithSession: () => false,
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  // Consent is the member's to take back.
  revokeGrantPolicy: () => false,
  findAccount: accountFinder(context),
  loadExistingGrant: grantFinder(context),
  renderError: async (ctx, out) => {
    const { headers, body } = await oauthErrorPage(context, out, ctx.req.headers)
    ctx.set(headers)
    ctx.body = body
  },
})

/**
 * The OAuth server. It has no sessions of its own but uses the site's, so that signing out, a ban or a new password end
 * an authorization in progress.
 */
export function createProvider(context: Context): Provider {
  const { siteOrigin, env, logger, passwords, pool } = context
  const here = `http://${env.HOST}:${env.PORT}`
  const provider = new Provider(siteOrigin ?? here, configuration(context))
  provider.proxy = true

  // Without a configured address, the site is known by the one that the request was sent to.
  Object.defineProperty(provider, 'issuer', { get: () => siteOrigin ?? Provider.ctx?.origin ?? here })

  provider.Session.get = async (ctx) => {
    const { sessionId } = rememberedSession(ctx.req) ?? {}
    const signIn = sessionId === undefined ? undefined : await readSignIn(pool, sessionId)
    const session = new provider.Session()
    if (signIn) {
      const confirmedMs = signIn.confirmedAt.getTime()
      const known = { jti: sessionId, uid: sessionId, accountId: signIn.accountId }
      Object.assign(session, known, { loginTs: Math.floor(confirmedMs / 1000) }, {
        confirmedMs,
      } satisfies Confirmed)
    }
    // To the library it is new and stays untouched: neither stored nor sent as a cookie.
    return Object.defineProperty(session, 'touched', { value: false })
  }

  provider.Client.prototype.compareClientSecret = async function compareClientSecret() {
    const sent = sentSecret(Provider.ctx?.req)
    const client = sent && (await readOauthClient(pool, this.clientId))
    if (!client) return false
    for (const secret of sent.readings) {
      if (await passwords.verifySecret(client, secret, sent.asker).catch(tooBusy)) return true
    }
    return false
  }

  provider.Client.prototype.postLogoutRedirectUriAllowed = function mayReturn(uri) {
    return mayReturnTo(uri, this.redirectUris ?? [])
  }

  provider.registerGrantType(
    'client_credentials',
    async (ctx) => {
      const { client } = ctx.oidc
      const scope = ownScopes(ctx).join(' ')
      const token = new provider.ClientCredentials({ client: client!, scope })
      const accessToken = await token.save()
      ctx.body = { access_token: accessToken, expires_in: token.expiration, token_type: 'Bearer', scope }
    },
    ['scope'],
  )

  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc === undefined) return
    leadToSignOut(ctx as KoaContextWithOIDC)
    completeDeviceAnswer(ctx as KoaContextWithOIDC)
    completeRevocation(ctx as KoaContextWithOIDC)
  })

  // A confidential client without credentials is told how clients authenticate.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.headers.authorization || ctx.oidc === undefined) return
    if (!lacksClientLogin(ctx as KoaContextWithOIDC)) return
    ctx.status = noClientLogin.status
    ctx.set({ ...noClientLogin.headers, 'www-authenticate': challengeFor(undefined) })
    ctx.body = noClientLogin.body
  })

  const report = (_ctx: unknown, error: Error) => logger.error({ err: error }, 'an OAuth request failed')
  provider.on('server_error', report)
  ;(provider as NodeJS.EventEmitter).on('error', (error) =>
    logger.warn({ err: error }, 'an OAuth answer could not be sent'),
  )
  return provider
}

/** Clients that ask for JSON read whatever comes, though nothing is to be told of a revocation (RFC 7009, section 2.2). */
function completeRevocation(ctx: KoaContextWithOIDC): void {
  if (ctx.oidc.route === 'revocation' && ctx.status === 200 && asksForJson(ctx.req)) ctx.body = {}
}

const loginRoutes = new Set(['token', 'revocation', 'introspection', 'device_authorization'])

/** Whether a client did not authenticate where it has to. A public client cannot, and asks about no token. */
function lacksClientLogin({ oidc: { route, client }, status, body }: KoaContextWithOIDC): boolean {
  if (route === 'introspection' && client?.clientAuthMethod === 'none') return true
  if (!loginRoutes.has(route)) return false
  const isUnknown = client === undefined && status >= 400 && status < 500
  return isUnknown || (body as { error?: unknown } | undefined)?.error === 'invalid_client'
}

function tooBusy(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const refusal = new errors.TemporarilyUnavailable('too many requests at once, try again shortly')
  const { status } = error.definition
  throw Object.assign(refusal, { status, statusCode: status })
}
