import { generateKeyPairSync } from 'node:crypto'
import { scopes as knownScopes, type Scope } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { challengeFor } from '@agora/shared/errors/challenges'
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Context } from '../context.ts'
import { oauthErrorPage } from '../pages/error-page.ts'
import { localeOf } from '../pages/words/words.ts'
import { storage } from './adapter.ts'
import { noClientLogin, sentSecret } from './client-login.ts'
import { NO_REDIRECT_URI, withoutDefaults } from './redirect-uri.ts'
import { cutScopes, DEFAULT_SCOPE } from './scopes.ts'
import { rememberedSession } from './sessions.ts'
import { GRANT_DAYS, readOauthClient } from './store.ts'

const { Check, Prompt } = interactionPolicy
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
  Session: HOUR,
  IdToken: HOUR,
}

const off = { enabled: false } as const

/** The requested scopes that the client may have. @throws invalid_scope if there are none. */
function scopesFor(ctx: KoaContextWithOIDC): readonly Scope[] {
  const { client, params } = ctx.oidc
  const wanted = typeof params?.scope === 'string' ? params.scope : DEFAULT_SCOPE
  const scopes = cutScopes(wanted.split(' '), client?.allowed_scopes as readonly Scope[])
  if (scopes.length === 0) throw new errors.InvalidScope('the client is allowed none of these scopes', wanted)
  return scopes
}

/** What a request's `state` may take, and all of its query, in bytes: they are kept until the member consents. */
const MOST_STATE_BYTES = 512
const MOST_REQUEST_BYTES = 4096

/** @throws invalid_request */
function boundRequest({ oidc: { params }, querystring }: KoaContextWithOIDC): void {
  const bound = (what: string, text: string, most: number) => {
    if (Buffer.byteLength(text) > most)
      throw new errors.InvalidRequest(`${what} must not be longer than ${most} bytes`)
  }
  bound('state', String(params?.state ?? ''), MOST_STATE_BYTES)
  bound('the request', querystring, MOST_REQUEST_BYTES)
}

/** The steps before a request is granted: have a scope to ask for, be signed in to the site, and consent, each time. */
const policy = [
  new Prompt(
    { name: 'login' },
    new Check('no_session', 'the member must sign in', 'login_required', (ctx) => {
      boundRequest(ctx)
      scopesFor(ctx)
      return ctx.oidc.session?.accountId === undefined
    }),
  ),
  new Prompt(
    { name: 'consent', requestable: true },
    new Check(
      'no_consent',
      'the member must agree',
      'consent_required',
      (ctx) => ctx.oidc.result?.consent === undefined,
    ),
  ),
]

/** Where a member goes to sign in, after which the request starts again; or to consent. */
function interactionUrl(
  _ctx: KoaContextWithOIDC,
  { uid, prompt, params }: { uid: string; prompt: { name: string }; params: object },
): string {
  if (prompt.name !== 'login') return `/consent/${uid}`
  const again = `/oauth/authorize?${withoutDefaults(new URLSearchParams(params as Record<string, string>))}`
  return `/sign-in?${new URLSearchParams({ next: again })}`
}

const configuration = (context: Context): Configuration => ({
  adapter: storage(context),
  // The library requires a key for id tokens, which are never issued: a throwaway one.
  jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] },
  clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  responseTypes: ['code'],
  scopes: [...knownScopes],
  pkce: { required: (_ctx, client) => client.pkce !== 'optional' },
  extraClientMetadata: { properties: ['allowed_scopes', 'pkce'] },
  extraParams: [NO_REDIRECT_URI],
  ttl,
  routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
  features: {
    devInteractions: off,
    dPoP: off,
    rpInitiatedLogout: off,
    userinfo: off,
    pushedAuthorizationRequests: off,
    resourceIndicators: off,
    revocation: { enabled: true },
    clientCredentials: { enabled: true },
  },
  cookies: {
    names: { session: 'unused', interaction: 'interaction', resume: 'authorization' },
    short: { httpOnly: true, sameSite: 'lax' },
  },
  interactions: { policy: policy as unknown as interactionPolicy.DefaultPolicy, url: interactionUrl },
  expiresWithSession: () => false,
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  loadExistingGrant: async (ctx) => {
    const { result, session, client, provider } = ctx.oidc
    const { grantId } = result?.consent ?? {}
    if (grantId === undefined || !session || !client) return undefined
    // A request may name its client by the key, under which the library would file the grant.
    session.ensureClientContainer(client.clientId)
    session.grantIdFor(client.clientId, grantId)
    return provider.Grant.find(grantId)
  },
  renderError: (ctx, out) => {
    ctx.type = 'html'
    const { site } = context.config
    ctx.body = oauthErrorPage(site, localeOf(ctx.req), out.error, out.error_description).text
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
    const signedIn = rememberedSession(ctx.req)
    const session = new provider.Session()
    if (signedIn) {
      const { sessionId, accountId } = signedIn
      Object.assign(session, { jti: sessionId, uid: sessionId, accountId })
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

  provider.registerGrantType(
    'client_credentials',
    async (ctx) => {
      const { client } = ctx.oidc
      const scope = scopesFor(ctx).join(' ')
      const token = new provider.ClientCredentials({ client: client!, scope })
      const accessToken = await token.save()
      ctx.body = { access_token: accessToken, expires_in: token.expiration, token_type: 'Bearer', scope }
    },
    ['scope'],
  )

  // A confidential client without credentials is told how clients authenticate.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.headers.authorization !== undefined || ctx.oidc === undefined) return
    const { route, client } = ctx.oidc
    if (route !== 'token' && route !== 'revocation') return
    const isUnknown = client === undefined && ctx.status >= 400 && ctx.status < 500
    if (!isUnknown && (ctx.body as { error?: unknown })?.error !== 'invalid_client') return
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

function tooBusy(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const refusal = new errors.TemporarilyUnavailable('too many requests at once, try again shortly')
  const { status } = error.definition
  throw Object.assign(refusal, { status, statusCode: status })
}
