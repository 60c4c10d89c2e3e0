import type { Scope } from '@agora/shared/contracts/principal'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { awaitsSignIn, type Confirmed, demandSignIn, hasSignedInFor } from './new-sign-in.ts'
import { withoutDefaults } from './redirect-uri.ts'
import { cutScopes, DEFAULT_SCOPE, type GrantScope, grantableScopes } from './scopes.ts'

const { base, Check, Prompt } = interactionPolicy

const wantedBy = ({ oidc: { params } }: KoaContextWithOIDC): string =>
  typeof params?.scope === 'string' ? params.scope : DEFAULT_SCOPE

const allowedTo = ({ oidc: { client } }: KoaContextWithOIDC) => client?.allowed_scopes as readonly Scope[]

/** @throws invalid_scope if there are none */
function atLeastOne<Name>(scopes: readonly Name[], wanted: string): readonly Name[] {
  if (scopes.length > 0) return scopes
  throw new errors.InvalidScope('the client is allowed none of these scopes', wanted)
}

/** The requested scopes that a client may have for itself. @throws invalid_scope if there are none. */
export function ownScopes(ctx: KoaContextWithOIDC): readonly Scope[] {
  const wanted = wantedBy(ctx)
  return atLeastOne(cutScopes(wanted.split(' '), allowedTo(ctx)), wanted)
}

/** The requested scopes that a member can grant. @throws invalid_scope if there are none. */
export function scopesToGrant(ctx: KoaContextWithOIDC): readonly GrantScope[] {
  const wanted = wantedBy(ctx)
  return atLeastOne(grantableScopes(wanted.split(' '), allowedTo(ctx)), wanted)
}

/** What a request's `state` may take, and all of its query, in bytes: they are kept until the member consents. */
const MAX_STATE_BYTES = 512
const MAX_REQUEST_BYTES = 4096

/** @throws invalid_request */
function boundRequest({ oidc: { params }, querystring }: KoaContextWithOIDC): void {
  const bound = (what: string, text: string, most: number) => {
    if (Buffer.byteLength(text) > most)
      throw new errors.InvalidRequest(`${what} must not be longer than ${most} bytes`)
  }
  bound('state', String(params?.state ?? ''), MAX_STATE_BYTES)
  bound('the request', querystring, MAX_REQUEST_BYTES)
}

const confirmed = ({ oidc: { session } }: KoaContextWithOIDC): Confirmed => (session ?? {}) as Confirmed

/** To be signed in to the site, as the member and as lately as the client asks. */
function signIn(): interactionPolicy.Prompt {
  const prompt = base().get('login')!
  for (const reason of ['no_session', 'max_age']) prompt.checks.remove(reason)
  const session = new Check('no_session', 'the member must sign in', 'login_required', (ctx) => {
    boundRequest(ctx)
    scopesToGrant(ctx)
    return ctx.oidc.session?.accountId === undefined
  })
  const age = new Check('max_age', 'the member must sign in again', 'login_required', (ctx) => {
    const { params, session } = ctx.oidc
    if (awaitsSignIn(params, confirmed(ctx))) return true
    if (params?.max_age === undefined || hasSignedInFor(params, confirmed(ctx))) return false
    return session?.past(Number(params.max_age)) ?? true
  })
  prompt.checks.add(session, 0)
  prompt.checks.add(age)
  return prompt
}

/** To consent, unless a grant that holds covers what is asked. */
const consent = () =>
  new Prompt(
    { name: 'consent', requestable: true },
    new Check(
      'no_consent',
      'the member must agree',
      'consent_required',
      ({ oidc }) => oidc.result?.consent === undefined && oidc.entities.Grant?.jti === undefined,
    ),
  )

/** The steps before a request is granted: have a scope to ask for, be signed in, and consent. */
export const policy = () => [signIn(), consent()] as unknown as interactionPolicy.DefaultPolicy

/** Where a member goes to sign in, after which the request starts again; or to consent. */
export function interactionUrl(
  ctx: KoaContextWithOIDC,
  { uid, prompt, params }: { uid: string; prompt: { name: string }; params: object },
): string {
  if (prompt.name !== 'login') return `/consent/${uid}`
  const request = withoutDefaults(new URLSearchParams(params as Record<string, string>))
  const again = `/oauth/authorize?${demandSignIn(request, confirmed(ctx))}`
  return `/sign-in?${new URLSearchParams({ next: again })}`
}
