import type pg from 'pg'
import { allowedScopes, cutScopes } from '../oauth/scopes.ts'
import { hashSecret } from '../oauth/secrets.ts'
import { type Identity, unresolvable, userPrincipal } from './identity.ts'
import { readToken } from './store.ts'

/** 256 random bits in base64url, as the OAuth library makes them. Anything else is no token of ours. */
const accessToken = /^[A-Za-z0-9_-]{43}$/

/**
 * Resolves an OAuth access token: a member under the token's scopes, or the client itself. What its client is
 * allowed now limits the scopes, whenever the token was issued.
 */
export async function resolveBearer(pool: pg.Pool, parameter: string): Promise<Identity> {
  if (!accessToken.test(parameter)) return unresolvable
  const row = await readToken(pool, hashSecret(parameter))
  if (!row) return unresolvable
  const client = { id: row.client_id, key: row.client_key, displayName: row.client_name }
  if (row.id === null) {
    return { principal: { kind: 'client', id: client.id }, credential: { kind: 'client', client } }
  }
  const scopes = cutScopes(row.scopes, allowedScopes(row.allowed_scopes))
  return { principal: userPrincipal(row, scopes), credential: { kind: 'token', client, scopes } }
}
