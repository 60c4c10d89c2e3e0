import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { parseReference } from '../../../resources/references.ts'
import type { MemberReference } from '../../../resources/schemas.ts'
import { getSeenSection } from '../../sections/operations/get-section.ts'
import type { SectionPage } from '../../sections/schemas.ts'
import { accessGrant, type RoleChange } from '../authority.ts'
import { changeRole } from '../change-role.ts'

const refusals = { permission: errors.cannotAddModerators, grantee: errors.granteeNotFound }

/**
 * Revokes a moderator's role in the section; a moderator may give up their own.
 *
 * @throws ApiError cannotAddModerators, sectionNotFound, granteeNotFound
 */
export async function revokeSectionModerator(
  context: Context,
  principal: Caller,
  sectionRef: string,
  user: MemberReference,
): Promise<SectionPage> {
  const section = parseReference(sectionRef)
  const change: RoleChange = { act: 'revoke', user, role: 'Moderator', section }
  const grant = await accessGrant(context, principal, change, refusals)
  await changeRole(context, change, grant)
  // Who has just given up their role may not read it any more.
  return getSeenSection(context, principal, grant.sectionId!)
}
