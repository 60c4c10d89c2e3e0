import * as openid from 'openid-client'
import type { Logger } from 'pino'
import { type Actor, holdAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import type { ProviderClient } from '../client.ts'
import { providerFailure } from '../exchange.ts'
import { insertLinking, type Traveller } from '../store.ts'

/** How long a member may take at the provider, in milliseconds. */
const TRAVEL_MS = 10 * 60 * 1000

/**
 * Starts linking a provider's account; returns where to send the member. The answer is valid once, for this member's
 * session only.
 * @throws ApiError 403 without a recent sign-in, 503 while the provider is unreachable
 */
export async function authorizeProvider(
  { transaction }: Context,
  client: ProviderClient,
  actor: Actor,
  traveller: Traveller,
  redirectUri: string,
  logger: Pick<Logger, 'warn'>,
): Promise<URL> {
  const configuration = await client.configuration().catch((error) => {
    throw providerFailure(error, traveller.provider, logger)
  })
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const codeVerifier = openid.randomPKCECodeVerifier()
  const expiresAt = new Date(Date.now() + TRAVEL_MS)
  await transaction(async (tx) => {
    await holdAccount(tx, actor.id)
    await judgeRecent(tx, actor)
    await insertLinking(tx, state, { ...traveller, nonce, codeVerifier, redirectUri, expiresAt })
  })
  return openid.buildAuthorizationUrl(configuration, {
    scope: 'openid profile',
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
}
