import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { parseReference } from '../../../resources/references.ts'
import type { MemberReference } from '../../../resources/schemas.ts'
import { getSection } from '../../sections/operations/get-section.ts'
import type { SectionPage } from '../../sections/schemas.ts'
import { accessGrant, type RoleChange } from '../authority.ts'
import { changeRole } from '../change-role.ts'

const refusals = { permission: errors.cannotAddModerators, grantee: errors.granteeNotFound }

/**
 * Makes a member a moderator of the section.
 *
 * @throws ApiError cannotAddModerators, recentSignInRequired, sectionNotFound, granteeNotFound
 */
export async function grantSectionModerator(
  context: Context,
  principal: Caller,
  sectionRef: string,
  user: MemberReference,
): Promise<SectionPage> {
  const section = parseReference(sectionRef)
  const change: RoleChange = { act: 'grant', user, role: 'Moderator', section }
  await changeRole(context, change, await accessGrant(context, principal, change, refusals))
  return getSection(context, principal, sectionRef)
}
