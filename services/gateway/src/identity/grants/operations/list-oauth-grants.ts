import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { accessOwnAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import type { GrantListing } from '../schemas.ts'
import { readGrants } from '../store.ts'
import { grantView } from '../views.ts'

/** What a member has granted to applications. @throws ApiError 403, 404 */
export async function listOauthGrants(
  context: Context,
  actor: UserPrincipal,
  userId: string,
  query: Page,
): Promise<GrantListing> {
  const rows = await readGrants(context.pool, await accessOwnAccount(context, actor, userId))
  const { offset, limit } = clampPage(query)
  return { offset, limit, count: rows.length, items: rows.slice(offset, offset + limit).map(grantView) }
}
