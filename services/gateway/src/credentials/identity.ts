import type { Ceiling, Principal, UserPrincipal } from '@agora/shared/contracts/principal'
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

/** The principal of an account. No scope confers administration: under a token the flag is false. */
export function userPrincipal(account: AccountRow, ceiling: Ceiling): UserPrincipal {
  return {
    kind: 'user',
    id: account.id,
    displayName: account.displayName,
    isAdministrator: ceiling === 'full' && account.isAdministrator,
    ceiling,
    createdAt: account.createdAt.toISOString(),
  }
}
