import type { Caller } from '@agora/shared/contracts/principal'
import { forgetIfGone } from '@agora/shared/emblems/emblems'
import { ApiError } from '@agora/shared/errors/catalogue'
import { actingUser } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../resources/references.ts'
import type { SectionPage, SectionSettings } from '../schemas.ts'
import { readPicture, sectionPictures } from '../store-pictures.ts'
import { readKey } from '../store-tree.ts'
import { upsertSection } from './upsert-section.ts'

/**
 * Creates the section with this key, or changes the settings of the one with this key or id.
 *
 * @throws ApiError sectionNotFound for an unknown id, mediaNotFound, unavailable while the media service does not answer, and those of
 * `upsertSection`
 */
export async function putSection(
  context: Context,
  principal: Caller,
  ref: string,
  settings: SectionSettings,
): Promise<SectionPage> {
  const reference = requireReference(ref, errors.sectionNotFound)
  const key = reference.by === 'key' ? reference.value : await readKey(context.db, reference.value)
  if (key === undefined) throw new ApiError(errors.sectionNotFound)
  const { picture: media, ...others } = settings
  const present = media ? await readPicture(context.db, key) : undefined
  if (!media || present?.id === media)
    return upsertSection(context, principal, { ...others, key }, media === null ? null : undefined)
  const owner = actingUser(principal)
  const choice = owner === null ? undefined : { media, owner, traceparent: principal.traceparent }
  const picture = choice && (await context.holdEmblem(choice))
  if (!choice || !picture) throw new ApiError(errors.mediaNotFound)
  const section = await upsertSection(context, principal, { ...others, key }, picture)
  await forgetIfGone(context.holdEmblem, choice, sectionPictures(context.db).forget)
  return section
}
