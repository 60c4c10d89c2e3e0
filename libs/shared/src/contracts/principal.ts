/** The scopes of an OAuth access token. */
export const scopes = ['base', 'forum:read', 'forum:write', 'forum:moderate'] as const
export type Scope = (typeof scopes)[number]

/** The most that a request's credentials allow: everything the account may do, or only the token's scopes. */
export type Ceiling = 'full' | readonly Scope[]

/** Whether the request carried the instance's internal key; an empty header counts as absent. */
export type InternalKeyState = 'absent' | 'wrong' | 'valid'

export interface UserPrincipal {
  kind: 'user'
  id: string
  displayName: string
  /** False under a token: no scope grants it. */
  isAdministrator: boolean
  ceiling: Ceiling
  /**
   * Where the instance wants a second factor of whoever holds a role, and the account has none: no role counts, and
   * `isAdministrator` is false; here is whether they would be one.
   */
  withheld?: { isAdministrator: boolean }
  /** Whether they have shown within the last minutes that they know the password. A token never shows it. */
  isRecent: boolean
  /** When the account was created, for the forum's unread floor. */
  createdAt: string
  /** The time zone in which they want their pages; not under a token, nor where they chose none. */
  zone?: string
}

/** Who makes a request, as the gateway resolved it. */
export type Principal = (
  | { kind: 'guest' }
  | { kind: 'unresolvable' }
  | { kind: 'client'; id: string }
  | UserPrincipal
) & { internalKey: InternalKeyState }

/** Who makes a request, and the step of a trace that it is: what the request sets off elsewhere names `traceparent`. */
export type Caller<Who extends Principal | UserPrincipal = Principal> = Who & {
  readonly traceparent: string
}

export const guest: Principal = Object.freeze({ kind: 'guest', internalKey: 'absent' })

/** The header that carries the signed principal from the gateway to a service. */
export const PRINCIPAL_HEADER = 'x-agora-principal'
/** How long a signed principal is valid, in seconds. */
export const PRINCIPAL_LIFETIME_S = 60
/** How far the clocks of two machines may be apart, either way, in seconds. */
export const CLOCK_TOLERANCE_S = 60
export const PRINCIPAL_ISSUER = 'agora-gateway'
/** The header of a service's answer to a request whose principal it refused, before anything was done; says why. */
export const PRINCIPAL_REFUSED_HEADER = 'x-agora-principal-refused'
