import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { accessOwnAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import type { AuthenticatorListing } from '../schemas.ts'
import { readAuthenticators } from '../store.ts'
import { authenticatorView } from '../views.ts'

/** What a member proves by, for the member and administrators. @throws ApiError 403, 404 */
export async function listAuthenticators(
  context: Context,
  actor: UserPrincipal,
  userId: string,
  query: Page,
): Promise<AuthenticatorListing> {
  const accountId = await accessOwnAccount(context, actor, userId)
  const page = clampPage(query)
  const { count, rows } = await readAuthenticators(context.pool, accountId, page)
  return { count, items: rows.map(authenticatorView), ...page }
}
