import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../resources/references.ts'
import type { SectionPage, SectionSettings } from '../schemas.ts'
import { readKey } from '../store-tree.ts'
import { upsertSection } from './upsert-section.ts'

/**
 * Creates the section with this key, or changes the settings of the one with this key or id.
 *
 * @throws ApiError sectionNotFound for an unknown id, and those of `upsertSection`
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
  return upsertSection(context, principal, { ...settings, key })
}
