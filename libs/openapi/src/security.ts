import type { Scope } from '@agora/shared/contracts/principal'
import type { MountedRoute } from '@agora/shared/http/types'
import type { JsonObject } from './components.ts'
import { declaredBy, type Edge } from './failures.ts'

/** The least that a token needs, from the least on: each scope may what those before it may. */
const scopes: readonly Scope[] = ['base', 'forum:read', 'forum:write', 'forum:moderate']

const isRead = ({ method }: MountedRoute) => method === 'GET' || method === 'HEAD'
/** The forum's routes, with those of what members are told and show there. */
const isOfForum = ({ url }: MountedRoute) => /^\/api\/v1\/(forum|notifications|media)\b/.test(url)

/**
 * The scope with which a token may use a route: the least of those that its refusals ask for. Undefined where no scope is
 * enough: a write outside the forum, and what only members themselves may see of their accounts.
 */
export function scopeOf(route: MountedRoute): Scope | undefined {
  if (route.takesTokens === false || !(isRead(route) || isOfForum(route))) return undefined
  const asked = new Set(declaredBy(route).flatMap(({ scope }) => (scope === undefined ? [] : [scope])))
  return scopes.find((scope) => asked.has(scope)) ?? 'base'
}

/** How callers may authenticate; the empty requirement means that they need not. */
export function securityOf(route: MountedRoute, { anonymous }: Edge): JsonObject[] {
  // Said by the route itself, where its operation judges more than its access tells.
  if (Array.isArray(route.schema.security)) return route.schema.security as JsonObject[]
  if (anonymous === true || (anonymous === 'reads' && isRead(route))) return []
  const own: JsonObject[] = [{ session: [] }, { password: [] }]
  const scope = scopeOf(route)
  const credentials = scope === undefined ? own : [...own, { token: [scope] }]
  switch (route.access.caller) {
    case 'internal-key':
      return [{ internalKey: [] }]
    case 'internal-key-or-administrator':
      return [{ internalKey: [] }, ...own]
    case 'administrator':
      // No token scope makes an administrator.
      return own
    case 'member':
      return credentials
    default:
      return [{}, ...credentials]
  }
}
