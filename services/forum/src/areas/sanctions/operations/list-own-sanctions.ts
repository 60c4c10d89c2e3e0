import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Principal } from '@agora/shared/contracts/principal'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import type { SanctionListing } from '../schemas.ts'
import { readSanctions } from '../store.ts'
import { viewSanction } from '../views.ts'

/**
 * The caller's own sanctions, newest first, without the moderators' notes.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export async function listOwnSanctions(
  { db }: Context,
  principal: Principal,
  requested: Page,
): Promise<SanctionListing> {
  const { id: userId } = readingMember(principal)
  const page = clampPage(requested)
  const { count, sanctions } = await readSanctions(db, { userId, sectionId: null, active: false }, page)
  return { count, items: sanctions.map((sanction) => viewSanction(sanction, false)), ...page }
}
