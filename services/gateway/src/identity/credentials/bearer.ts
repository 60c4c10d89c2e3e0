import { hashToken } from '@agora/shared/tokens'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { allowedScopes, cutScopes } from '../oauth/scopes.ts'
import { type Identity, unresolvable, userPrincipal } from './identity.ts'
import { readToken, useGrant } from './store.ts'
import { isUseDue } from './use.ts'

/** 256 random bits in base64url, as the OAuth library makes them. Anything else is not a token. */
const accessToken = /^[A-Za-z0-9_-]{43}$/

/**
 * Resolves an OAuth access token: a member under the token's scopes, or the client itself. The client's current
 * allowance limits the scopes, whenever the token was issued.
 */
export async function resolveBearer(
  { pool, usesWritten, config }: Context,
  parameter: string,
  request: FastifyRequest,
): Promise<Identity> {
  if (!accessToken.test(parameter)) return unresolvable
  const tokenHash = hashToken(parameter)
  const row = await readToken(pool, tokenHash)
  if (!row) return unresolvable
  const client = { id: row.clientId, key: row.clientKey, displayName: row.clientName }
  if (row.id === null) {
    return { principal: { kind: 'client', id: client.id }, credential: { kind: 'client', client } }
  }
  if (row.grantId !== null && isUseDue(usesWritten, row.grantId, row.lastUsedAt)) {
    await useGrant(pool, row.grantId).catch((error) =>
      request.log.warn({ err: error }, 'the use of a grant could not be recorded'),
    )
  }
  const scopes = cutScopes(row.scopes, allowedScopes(row.allowedScopes))
  return {
    principal: userPrincipal({ config }, row, scopes, false),
    credential: { kind: 'token', client, scopes, tokenHash },
  }
}
