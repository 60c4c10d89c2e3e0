import type { Scope } from '@agora/shared/contracts/principal'
import type { FastifyRequest } from 'fastify'

/** How somebody authenticated, to be checked again later. */
export interface Authentication {
  readonly userId: string
  /** Whether the member's roles counted for nothing, for want of a second factor. */
  readonly isWithheld: boolean
  readonly by:
    | { kind: 'session'; sessionId: string }
    | { kind: 'token'; tokenHash: Buffer; scopes: readonly Scope[] }
    | { kind: 'basic'; credentialVersion: number }
}

/** Undefined for guests and clients. */
export function authenticationOf({
  principal,
  credential,
}: Pick<FastifyRequest, 'principal' | 'credential'>): Authentication | undefined {
  if (principal.kind !== 'user') return undefined
  const { id: userId } = principal
  const who = { userId, isWithheld: principal.withheld !== undefined }
  switch (credential.kind) {
    case 'session':
      return { ...who, by: { kind: 'session', sessionId: credential.sessionId } }
    case 'token':
      return { ...who, by: { kind: 'token', tokenHash: credential.tokenHash, scopes: credential.scopes } }
    case 'basic':
      return { ...who, by: { kind: 'basic', credentialVersion: credential.credentialVersion } }
    default:
      return undefined
  }
}
