import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessGrant, readChange, siteRefusals } from '../authority.ts'
import { changeRole } from '../change-role.ts'
import type { RoleGrantInput } from '../schemas.ts'

/**
 * Revokes any role of the forum; a moderator may give up their own role.
 *
 * @throws ApiError roleScopeMismatch, cannotGrantRole, sectionNotFound, roleGranteeNotFound
 */
export async function revokeRole(context: Context, principal: Caller, input: RoleGrantInput): Promise<void> {
  const change = readChange('revoke', input)
  await changeRole(context, change, await accessGrant(context, principal, change, siteRefusals))
}
