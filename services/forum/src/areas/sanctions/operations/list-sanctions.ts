import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessSanctions, covers } from '../authority.ts'
import type { SanctionListing, SanctionQuery } from '../schemas.ts'
import { readSanctions } from '../store.ts'
import { viewSanction } from '../views.ts'

/** @throws ApiError cannotReadSanctions, sectionNotFound, userNotFound */
export async function listSanctions(
  context: Context,
  principal: Caller,
  query: SanctionQuery,
): Promise<SanctionListing> {
  const filter = {
    userId: query.user ?? null,
    sectionId: query.section ?? null,
    active: query.active,
  }
  const actor = await accessSanctions(context, principal, filter)
  const page = clampPage(query)
  const { count, sanctions } = await readSanctions(context.db, filter, page)
  const items = sanctions.map((sanction) => viewSanction(sanction, covers(actor, sanction.sectionId)))
  return { count, items, ...page }
}
