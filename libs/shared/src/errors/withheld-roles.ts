import type { Principal } from '../contracts/principal.ts'
import type { ErrorDefinition } from './catalogue.ts'
import { isRoleHolder } from './challenges.ts'
import { common } from './common.ts'

/** Whether a role may spare its holder this refusal. */
export const mayNeedRole = ({ status, code, scope, roleHelps }: ErrorDefinition): boolean =>
  status === 403 && (roleHelps ?? (code === 'forbidden' || scope === 'forum:moderate'))

/**
 * What is answered to a member whose role does not count, since the instance wants a second factor for it: not that they
 * may not, but what they need. Anything else is answered as it is. The only place that says so; the roles themselves
 * are withheld where the principal is made.
 */
export function refusalFor(refusal: ErrorDefinition, principal: Principal | undefined): ErrorDefinition {
  if (principal?.kind !== 'user' || !principal.withheld || !mayNeedRole(refusal)) return refusal
  const { ceiling, withheld } = principal
  const couldModerate = ceiling === 'full' || ceiling.includes('forum:moderate')
  const holdsRole = withheld.isAdministrator || (couldModerate && isRoleHolder(principal))
  return holdsRole ? common.secondFactorRequired : refusal
}
