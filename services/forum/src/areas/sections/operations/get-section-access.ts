import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../resources/references.ts'
import { accessSection } from '../authority.ts'
import type { SectionAccess } from '../schemas.ts'
import { readAccess } from '../store-audiences.ts'

/**
 * Who may read a section and write in it, for those who may moderate it.
 *
 * @throws ApiError sectionNotFound, forbidden
 */
export async function getSectionAccess(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<SectionAccess> {
  const reference = requireReference(ref, errors.sectionNotFound)
  const actor = await loadActor(context, principal)
  const { section, authority } = await accessSection(context, actor, reference)
  if (!authority.canModerate) throw new ApiError(common.forbidden)
  return readAccess(context.db, section.id)
}
