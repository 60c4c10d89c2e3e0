import type { Scope } from '@agora/shared/contracts/principal'
import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC, RefreshToken } from 'oidc-provider'
import { grantableScopes } from './scopes.ts'

/** A client is told of its own tokens alone, and which scopes they have now. */
export function judgeIntrospection(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: AccessToken | ClientCredentials | RefreshToken,
): boolean {
  if (token.clientId !== client.clientId) return false
  const allowed = client.allowed_scopes as readonly Scope[]
  token.scope = grantableScopes((token.scope ?? '').split(' '), allowed).join(' ')
  return true
}
