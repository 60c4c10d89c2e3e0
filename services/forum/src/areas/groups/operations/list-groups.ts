import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { groupsSeenBy } from '../authority.ts'
import type { GroupListing } from '../schemas.ts'
import { readGroups } from '../store.ts'
import { viewGroup } from '../views.ts'

/**
 * All groups to administrators, to other members their own.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export async function listGroups({ db }: Context, principal: Caller, requested: Page): Promise<GroupListing> {
  const page = clampPage(requested)
  const { count, groups } = await readGroups(db, groupsSeenBy(principal), page)
  return { count, items: groups.map(viewGroup), ...page }
}
