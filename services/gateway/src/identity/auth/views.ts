import type { Principal } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import type { ClientIdentity, Credential } from '../credentials/credential.ts'
import type { AuthContext } from './schemas.ts'

const scope = 'Default'

export const guestContext: AuthContext = Object.freeze({ type: 'Guest', scope })

export const userContext = (user: {
  id: string
  displayName: string
  isAdministrator: boolean
}): AuthContext => ({
  type: 'User',
  scope,
  user: shortUser(user),
  is_administrator: user.isAdministrator,
})

const clientReference = ({ id, key, displayName }: ClientIdentity) => ({
  type: 'OauthClient' as const,
  id,
  key,
  display_name: displayName,
})

export function authContext(principal: Principal, credential: Credential): AuthContext {
  if (credential.kind === 'client') {
    return { type: 'OauthClient', scope, client: clientReference(credential.client) }
  }
  if (principal.kind !== 'user') return guestContext
  if (credential.kind === 'token') {
    return {
      type: 'AccessToken',
      scope,
      client: clientReference(credential.client),
      user: shortUser(principal),
    }
  }
  const { isAdministrator, withheld = { isAdministrator } } = principal
  return userContext({ ...principal, isAdministrator: withheld.isAdministrator })
}
