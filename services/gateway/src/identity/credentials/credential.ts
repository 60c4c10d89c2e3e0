import type { Scope } from '@agora/shared/contracts/principal'

/** How a request authenticated; the principal says who it is. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'unresolvable' }
  | { kind: 'session'; sessionId: string; extended: boolean }
  | { kind: 'basic'; credentialVersion: number }
  | { kind: 'token'; client: ClientIdentity; scopes: readonly Scope[]; tokenHash: Buffer }
  | { kind: 'client'; client: ClientIdentity }

export interface ClientIdentity {
  id: string
  key: string
  displayName: string
}

/** The session that a request came with. */
export const sessionIdOf = (credential: Credential): string | undefined =>
  credential.kind === 'session' ? credential.sessionId : undefined

declare module 'fastify' {
  interface FastifyRequest {
    /** Set wherever the principal is: not on routes for other services, nor without a route. */
    credential: Credential
  }
}
