import { type Scope, scopes } from '@agora/shared/contracts/principal'
import type { AllowedScopes } from '../clients/schemas.ts'

const keys: Record<Scope, keyof AllowedScopes> = {
  base: 'base',
  'forum:read': 'forum_read',
  'forum:write': 'forum_write',
  'forum:moderate': 'forum_moderate',
}

/** The scopes that a client may be granted, from its row as its view shows them: only `base` where it says nothing. */
export function allowedScopesOf(stored: unknown): AllowedScopes {
  const allowed = (stored ?? { base: true }) as Partial<AllowedScopes>
  const isAllowed = (key: keyof AllowedScopes) => allowed[key] === true
  return {
    base: isAllowed('base'),
    forum_read: isAllowed('forum_read'),
    forum_write: isAllowed('forum_write'),
    forum_moderate: isAllowed('forum_moderate'),
  }
}

/** Their names, in the order of the scopes' list. */
export function allowedScopes(stored: unknown): readonly Scope[] {
  const allowed = allowedScopesOf(stored)
  return scopes.filter((scope) => allowed[keys[scope]])
}

/** The allowed ones of the scopes that were requested or granted; in the order of the scopes' list, without repeats. */
export function cutScopes<Name extends string>(
  wanted: Iterable<string>,
  allowed: readonly Name[],
): readonly Name[] {
  const names = new Set(wanted)
  return allowed.filter((scope) => names.has(scope))
}

/** What an application may ask to be told of a member (OpenID Connect Core, section 5.4), whatever it is allowed to do. */
const identityScopes = ['openid', 'profile', 'email'] as const
export type GrantScope = Scope | (typeof identityScopes)[number]
export const grantScopes: readonly GrantScope[] = [...scopes, ...identityScopes]

/** What each of them tells. */
export const claims = {
  openid: ['sub', 'auth_time'],
  profile: ['name', 'picture', 'updated_at'],
  email: ['email', 'email_verified'],
} satisfies Partial<Record<GrantScope, readonly string[]>>

/** What a member can grant of what was requested. `profile` and `email` are nothing without `openid`. */
export function grantableScopes(wanted: Iterable<string>, allowed: readonly Scope[]): readonly GrantScope[] {
  const granted = cutScopes(wanted, [...allowed, ...identityScopes])
  return granted.includes('openid') ? granted : cutScopes(granted, allowed)
}

/** The scope of a request that names none (RFC 6749, section 3.3). */
export const DEFAULT_SCOPE: Scope = 'base'
