import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../resources/references.ts'
import { accessSectionToRead } from '../authority.ts'
import type { SectionClosure } from '../schemas.ts'
import { deleteEmpty, writeArchived } from '../store-closing.ts'
import { lockTree } from '../store-tree.ts'

/**
 * Closes a section for good: deletes it if nothing is in it, or else archives it with all that is below it. A start makes
 * a deleted one again only once the configuration says something new of it.
 *
 * @throws ApiError sectionNotFound
 */
export async function closeSection(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<SectionClosure> {
  const reference = requireReference(ref, errors.sectionNotFound)
  const { section } = await accessSectionToRead(context, principal, reference)
  return context.db.transaction(async (tx) => {
    await lockTree(tx)
    if (await deleteEmpty(tx, section.id)) return { state: 'Deleted' as const }
    if (!(await writeArchived(tx, section.id, true))) throw new ApiError(errors.sectionNotFound)
    return { state: 'Archived' as const }
  })
}
