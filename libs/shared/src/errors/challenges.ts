import type { Principal, Scope } from '../contracts/principal.ts'
import type { ErrorDefinition } from './catalogue.ts'

/**
 * The challenge of a 401 (RFC 9110, section 15.5.2): the scheme that was used, and Basic for one that is not known. Never
 * Basic for a request without credentials: a browser would ask its reader for a password. Only the gateway sees the
 * header.
 */
export function challengeFor(authorization: string | undefined): string {
  if (!authorization) return 'Bearer realm="agora"'
  if (/^bearer\b/i.test(authorization)) return 'Bearer realm="agora", error="invalid_token"'
  return 'Basic realm="agora", charset="UTF-8"'
}

/** Members who hold a role, by the principal of their request: a token's scope decides whether it counts. */
const roleHolders = new WeakSet<object>()
export const noteRoleHolder = (principal: object): void => void roleHolders.add(principal)
export const isRoleHolder = (principal: object): boolean => roleHolders.has(principal)

const writes = new Set<Scope>(['forum:write', 'forum:moderate'])

/** Whether a token with these scopes may what this scope is for. */
function suffices(scopes: readonly Scope[], needed: Scope): boolean {
  if (needed === 'forum:moderate') return scopes.includes('forum:moderate')
  return scopes.some((scope) => writes.has(scope) || scope === needed)
}

/** The scope that would help a token whose request was refused so; undefined if none would. */
function helpfulScope(needed: Scope, scopes: readonly Scope[], holdsRole: boolean): Scope | undefined {
  if (needed !== 'forum:moderate' && !suffices(scopes, needed)) return needed
  return holdsRole && !suffices(scopes, 'forum:moderate') ? 'forum:moderate' : undefined
}

/** The challenge of a 403 to a token that lacks a scope (RFC 6750, section 3.1); undefined if another cause is possible. */
export function scopeChallenge(
  { scope: needed, code }: ErrorDefinition,
  principal: Principal | undefined,
): string | undefined {
  if (principal?.kind !== 'user' || principal.ceiling === 'full') return undefined
  if (needed === undefined) return code === 'forbidden' ? 'Bearer error="insufficient_scope"' : undefined
  const helpful = helpfulScope(needed, principal.ceiling, roleHolders.has(principal))
  return helpful && `Bearer error="insufficient_scope", scope="${helpful}"`
}
