import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../references.ts'
import type { SectionPage, SectionSettings } from '../schemas.ts'
import { readKey } from '../store-tree.ts'
import { upsertSection } from './upsert-section.ts'

/**
 * Creates the section of this key, or gives the one of this key or id these settings.
 *
 * @throws ApiError sectionNotFound for an id that is none, sectionConfigured for one that every start sets, and those of `upsertSection`
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
  if (context.config.sections.some((section) => section.key === key))
    throw new ApiError(errors.sectionConfigured)
  return upsertSection(context, principal, { ...settings, key })
}
