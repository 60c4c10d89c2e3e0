import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { accessOwnAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import type { SessionListing } from '../schemas.ts'
import { readSessions } from '../store.ts'
import { sessionView } from '../views.ts'

/** Where a member is signed in. `currentId` is the caller's session, if any. @throws ApiError 403, 404 */
export async function listSessions(
  context: Context,
  actor: UserPrincipal,
  userId: string,
  query: Page,
  currentId: string | undefined,
): Promise<SessionListing> {
  const accountId = await accessOwnAccount(context, actor, userId)
  const page = clampPage(query)
  const { count, sessions } = await readSessions(context.prisma, accountId, page)
  return { count, items: sessions.map((row) => sessionView(row, currentId)), ...page }
}
