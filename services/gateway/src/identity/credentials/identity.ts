import type { Ceiling, Principal, UserPrincipal } from '@agora/shared/contracts/principal'
import type { Context } from '../context.ts'
import type { Credential } from './credential.ts'
import type { AccountRow } from './store.ts'

type WithoutKey<Kind> = Kind extends unknown ? Omit<Kind, 'internalKey'> : never

/** What a credential resolves to: who it is, and how they authenticated. */
export interface Identity {
  principal: WithoutKey<Principal>
  credential: Credential
}

export const guest: Identity = { principal: { kind: 'guest' }, credential: { kind: 'none' } }
export const unresolvable: Identity = {
  principal: { kind: 'unresolvable' },
  credential: { kind: 'unresolvable' },
}

/**
 * The principal of an account. No scope confers administration: under a token the flag is false. Where the instance wants
 * a second factor for roles, none counts without.
 */
export function userPrincipal(
  { config }: Pick<Context, 'config'>,
  account: AccountRow,
  ceiling: Ceiling,
  isRecent: boolean,
): UserPrincipal {
  const isAdministrator = ceiling === 'full' && account.isAdministrator
  const isWithheld = config.security.staff_second_factor && !account.hasFactor
  return {
    kind: 'user',
    id: account.id,
    displayName: account.displayName,
    isAdministrator: isAdministrator && !isWithheld,
    ceiling,
    isRecent,
    createdAt: account.createdAt.toISOString(),
    ...(account.zone && { zone: account.zone }),
    ...(isWithheld && { withheld: { isAdministrator } }),
  }
}
