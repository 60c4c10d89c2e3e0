import { type Scope, scopes } from '@agora/shared/contracts/principal'
import type { AllowedScopes } from '../areas/clients/schemas.ts'

const names: Record<Scope, keyof AllowedScopes> = {
  base: 'base',
  'forum:read': 'forum_read',
  'forum:write': 'forum_write',
  'forum:moderate': 'forum_moderate',
}

/** The most that a client may be granted, from its row: without an allowance, only `base`. */
export function allowanceOf(stored: unknown): AllowedScopes {
  const allowance = (stored ?? { base: true }) as Partial<AllowedScopes>
  const isAllowed = (name: keyof AllowedScopes) => allowance[name] === true
  return {
    base: isAllowed('base'),
    forum_read: isAllowed('forum_read'),
    forum_write: isAllowed('forum_write'),
    forum_moderate: isAllowed('forum_moderate'),
  }
}

/** The same as scopes. */
export function allowedScopes(stored: unknown): readonly Scope[] {
  const allowance = allowanceOf(stored)
  return scopes.filter((scope) => allowance[names[scope]])
}

/** The allowed ones of the scopes that were requested or granted; in the order of the scopes' list, without repeats. */
export function cutScopes(wanted: Iterable<string>, allowed: readonly Scope[]): readonly Scope[] {
  const names = new Set(wanted)
  return allowed.filter((scope) => names.has(scope))
}

/** The scope of a request that names none (RFC 6749, section 3.3). */
export const DEFAULT_SCOPE: Scope = 'base'
