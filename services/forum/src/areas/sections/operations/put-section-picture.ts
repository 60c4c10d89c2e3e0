import type { Caller } from '@agora/shared/contracts/principal'
import { type Emblem, forgetIfGone } from '@agora/shared/emblems/emblems'
import { ApiError } from '@agora/shared/errors/catalogue'
import { actingUser } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../resources/references.ts'
import { accessSectionToRead } from '../authority.ts'
import type { SectionPage, SectionPictureInput } from '../schemas.ts'
import { sectionPictures, writePicture } from '../store-pictures.ts'
import { getSeenSection } from './get-section.ts'

/**
 * Shows a section by one of the caller's pictures, or by none.
 *
 * @throws ApiError sectionNotFound, mediaNotFound, unavailable while the media service does not answer
 */
export async function putSectionPicture(
  context: Context,
  principal: Caller,
  ref: string,
  { media }: SectionPictureInput,
): Promise<SectionPage> {
  const reference = requireReference(ref, errors.sectionNotFound)
  const { section } = await accessSectionToRead(context, principal, reference)
  const show = async (picture: Emblem | null) => {
    if (!(await writePicture(context.db, section.id, picture))) throw new ApiError(errors.sectionNotFound)
  }
  const owner = actingUser(principal)
  if (media === null) await show(null)
  else {
    const choice = owner === null ? undefined : { media, owner, traceparent: principal.traceparent }
    const picture = choice && (await context.holdEmblem(choice))
    if (!choice || !picture) throw new ApiError(errors.mediaNotFound)
    await show(picture)
    await forgetIfGone(context.holdEmblem, choice, sectionPictures(context.db).forget)
  }
  return getSeenSection(context, principal, section.id)
}
