import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { writingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { listSections } from '../../sections/operations/list-sections.ts'
import type { SectionListing } from '../../sections/schemas.ts'
import { raiseFloor } from '../store.ts'

/**
 * Marks all threads read for the member and returns the updated list of sections.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export async function raiseReadFloor(context: Context, principal: Caller): Promise<SectionListing> {
  await raiseFloor(context.db, writingMember(principal).id)
  return listSections(context, principal, { offset: 0, limit: MAX_PAGE })
}
