import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { isStorableText } from '@agora/shared/http/validation'
import * as openid from 'openid-client'
import type { Logger } from 'pino'
import { errors } from '../../errors.ts'
import type { ProviderKey } from './schemas.ts'
import type { Secrets } from './store.ts'

/** An account at a provider. */
export interface ProviderAccount {
  id: string
  displayName: string
}

const MAX_ID = 255
const MAX_NAME = 128

/**
 * Validates the answer that a member came back with, and asks the provider whose account it is.
 * @throws openid errors
 */
export async function exchangeAnswer(
  configuration: openid.Configuration,
  answer: URLSearchParams,
  state: string,
  { nonce, codeVerifier, redirectUri }: Secrets,
): Promise<ProviderAccount> {
  const url = new URL(redirectUri)
  url.search = answer.toString()
  const tokens = await openid.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || claims.sub.length > MAX_ID || !isStorableText(claims.sub))
    throw new openid.ClientError("the provider's id for the account cannot be stored")
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = hasMore ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return { id: claims.sub, displayName: nameOf({ ...claims, ...more }, claims.sub) }
}

/** The first non-empty one of the usual claims (OpenID Connect Core, 5.1). */
function nameOf(claims: Record<string, unknown>, id: string): string {
  for (const claim of ['name', 'preferred_username', 'nickname']) {
    const value = claims[claim]
    if (typeof value !== 'string') continue
    const name = [
      ...value
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim(),
    ]
      .slice(0, MAX_NAME)
      .join('')
    if (name !== '') return name
  }
  return id
}

/** Errors for which the provider is at fault or unreachable, rather than this answer. */
const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** The error to answer when the exchange with the provider failed. Its log entry contains no code and no token. */
export function providerFailure(
  error: unknown,
  provider: ProviderKey,
  logger: Pick<Logger, 'warn'>,
): ApiError {
  const { code, message } = error as { code?: string; message?: string }
  logger.warn({ provider, code, reason: message }, 'an account at a provider could not be linked')
  const isAway = error instanceof TypeError || unreachable.has(code ?? '')
  return isAway
    ? new ApiError(common.unavailable, { headers: { 'retry-after': '10' } })
    : new ApiError(errors.providerRefused)
}
