import { type Scope, scopes } from '@agora/shared/contracts/principal'
import type { AllowedScopes } from '../areas/clients/schemas.ts'

const allowanceOf: Record<Scope, keyof AllowedScopes> = {
  base: 'base',
  'forum:read': 'forum_read',
  'forum:write': 'forum_write',
  'forum:moderate': 'forum_moderate',
}

/** What a client may be granted at most, as its row has it: without an allowance, `base` alone. */
export function allowedScopes(stored: unknown): readonly Scope[] {
  if (stored === null || typeof stored !== 'object') return ['base']
  const allowance = stored as Partial<AllowedScopes>
  return scopes.filter((scope) => allowance[allowanceOf[scope]] === true)
}

/** Of what was asked for or granted, what is allowed; in the order of the scopes' list, each once. */
export function cutScopes(wanted: Iterable<string>, allowed: readonly Scope[]): readonly Scope[] {
  const names = new Set(wanted)
  return allowed.filter((scope) => names.has(scope))
}

/** What is asked for where a request names no scope (RFC 6749, section 3.3). */
export const DEFAULT_SCOPE: Scope = 'base'
