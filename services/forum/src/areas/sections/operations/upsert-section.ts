import type { Caller } from '@agora/shared/contracts/principal'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { reindexAll } from '../../../followers/search.ts'
import type { SectionPage, SectionSettings } from '../schemas.ts'
import { isOutOfOrder, writeAccess } from '../store-audiences.ts'
import { isOpenBelowArchived, writeArchived } from '../store-closing.ts'
import { findByKey, holdsThreads, isAbove, lockTree, refreshAncestors, writeSection } from '../store-tree.ts'
import { getSeenSection } from './get-section.ts'

/**
 * Creates or updates the section with this key. Without a parent it is a root section.
 *
 * @throws ApiError parentSectionNotFound, parentSectionIsDescendant, parentSectionHoldsThreads, namedGroupNotFound,
 * sectionIsWider, sectionIsArchived
 */
export async function upsertSection(
  context: Context,
  principal: Caller,
  input: SectionSettings & { key: string },
): Promise<SectionPage> {
  const id = await context.db.transaction(async (tx) => {
    await lockTree(tx)
    return writeSettings(tx, input)
  })
  return getSeenSection(context, principal, id)
}

/**
 * Writes the settings of a section while the tree is locked; returns its id.
 *
 * @throws ApiError as `upsertSection`
 */
export async function writeSettings(
  tx: Transaction,
  input: SectionSettings & { key: string },
): Promise<string> {
  const present = await findByKey(tx, input.key)
  const parent = input.parent === undefined ? undefined : await findByKey(tx, input.parent)
  if (input.parent !== undefined && !parent) throw new ApiError(errors.parentSectionNotFound)
  if (present && parent && (await isAbove(tx, present.id, parent.id)))
    throw new ApiError(errors.parentSectionIsDescendant)
  if (parent && parent.id !== present?.parentId && (await holdsThreads(tx, parent.id)))
    throw new ApiError(errors.parentSectionHoldsThreads)
  const id = await writeSection(tx, input, present, parent?.id ?? null)
  await writeAccess(tx, id, input)
  if (await isOutOfOrder(tx, id)) throw new ApiError(errors.sectionIsWider)
  if (input.is_archived !== undefined) await writeArchived(tx, id, input.is_archived)
  if (await isOpenBelowArchived(tx, id)) throw new ApiError(errors.sectionIsArchived)
  await refreshAncestors(tx)
  if (present && present.locale !== (input.locale ?? null)) await reindexAll(tx)
  return id
}
