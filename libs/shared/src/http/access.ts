import type { FastifyRequest } from 'fastify'
import type { ServiceName } from '../contracts/services.ts'
import { ApiError, type ErrorDefinition } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'

/**
 * Who may call a route, checked before its body is read. Every route declares one; a service with a route that does not
 * fails to start. Finer rights (author, moderator, owner) are the area's `authority.ts`.
 */
export interface Access {
  readonly caller:
    | 'anyone'
    | 'member'
    | 'administrator'
    | 'internal-key'
    | 'internal-key-or-administrator'
    | 'service'
  /**
   * Invalid credentials: refused with 401, or treated as a guest where the contract's route lists no 401. `forward`:
   * another service decides (the gateway's proxied routes, which that service documents).
   */
  readonly unresolvable: 'reject' | 'guest' | 'forward'
  /** Replaces the default refusals (401 for guests, 403 for other members). */
  readonly refusal?: ErrorDefinition
  /** The services that may call it. */
  readonly services?: readonly ServiceName[]
}

export const access = {
  /** Public; bad credentials are read as a guest. */
  anyone: { caller: 'anyone', unresolvable: 'guest' },
  /** Public to the outer door (the operation judges further); bad credentials are 401. */
  resolvable: { caller: 'anyone', unresolvable: 'reject' },
  /** A user, by session, Basic or token. */
  member: { caller: 'member', unresolvable: 'reject' },
  /** An administrator under the ceiling `full`. */
  administrator: { caller: 'administrator', unresolvable: 'reject' },
  /** A route that is passed on to the service that judges it. */
  forwarded: { caller: 'anyone', unresolvable: 'forward' },
  /** The header Svc-Internal-Auth. */
  internalKey: { caller: 'internal-key', unresolvable: 'guest' },
  /** The header Svc-Internal-Auth, which is judged where it is sent, or an administrator under the ceiling `full`. */
  internalKeyOrAdministrator: { caller: 'internal-key-or-administrator', unresolvable: 'reject' },
  /** These services of the suite, under /internal: 403 for other services, 401 for everybody else, or 404 at a public port. */
  services: (...services: ServiceName[]): Access => ({ caller: 'service', unresolvable: 'guest', services }),
  /** An administrator; everybody else gets the same refusal. */
  administratorOr: (refusal: ErrorDefinition): Access => ({
    caller: 'administrator',
    unresolvable: 'guest',
    refusal,
  }),
} as const

/** Throws unless the request's principal satisfies the route's access. */
export function judgeAccess(rule: Access, request: FastifyRequest): void {
  if (rule.unresolvable === 'forward') return
  if (rule.caller === 'internal-key-or-administrator' && request.principal.internalKey !== 'absent') {
    if (request.principal.internalKey === 'wrong') throw new ApiError(common.wrongInternalKey)
    return
  }
  if (request.principal.kind === 'unresolvable') {
    if (rule.unresolvable === 'reject') throw new ApiError(rule.refusal ?? common.invalidCredentials)
    const { internalKey, traceparent } = request.principal
    request.principal = { kind: 'guest', internalKey, traceparent }
  }
  const { principal } = request
  switch (rule.caller) {
    case 'anyone':
    case 'service':
      return
    case 'internal-key':
      if (principal.internalKey === 'absent') throw new ApiError(common.missingInternalKey)
      if (principal.internalKey === 'wrong') throw new ApiError(common.wrongInternalKey)
      return
    case 'member':
      if (principal.kind !== 'user') throw new ApiError(rule.refusal ?? common.unauthenticated)
      return
    case 'administrator':
    case 'internal-key-or-administrator':
      if (principal.kind !== 'user') throw new ApiError(rule.refusal ?? common.unauthenticated)
      if (!principal.isAdministrator || principal.ceiling !== 'full')
        throw new ApiError(rule.refusal ?? common.forbidden)
      return
  }
}
