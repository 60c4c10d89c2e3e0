import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessGrant, readChange, siteRefusals } from '../authority.ts'
import { changeRole } from '../change-role.ts'
import type { RoleGrantInput } from '../schemas.ts'

/**
 * Grants any role of the forum.
 *
 * @throws ApiError roleScopeMismatch, cannotGrantRole, recentSignInRequired, sectionNotFound, roleGranteeNotFound
 */
export async function grantRole(context: Context, principal: Caller, input: RoleGrantInput): Promise<void> {
  const change = readChange('grant', input)
  await changeRole(context, change, await accessGrant(context, principal, change, siteRefusals))
}
