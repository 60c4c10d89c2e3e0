import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context, Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAccountToLink } from '../authority.ts'
import type { AccountPath, AppAccount, LinkAccountBody } from '../schemas.ts'
import { accountView } from '../views.ts'

/**
 * Links a member to their account with an app, for the app's own client; the same link again takes a new name.
 *
 * @throws ApiError unauthenticated, appNotFound, forbidden, userNotFound or accountLinked; 503 without the gateway.
 */
export async function linkAccount(
  context: Context,
  relational: Relational,
  principal: Caller,
  path: AccountPath,
  { id, display_name: displayName }: LinkAccountBody,
): Promise<AppAccount> {
  const { app, userId } = await accessAccountToLink(context, relational, principal, path)
  // An account that no event has announced yet becomes known, so that its erasure is.
  const known = await context.users.findUsers([userId], principal.traceparent)
  if (known.get(userId)?.isErased !== false) throw new ApiError(errors.userNotFound)
  const linked = await relational.accounts.link(app.id, userId, { id, displayName })
  if (linked === 'erased') throw new ApiError(errors.userNotFound)
  if (linked === 'linked') throw new ApiError(errors.accountLinked)
  return accountView(app, linked, false)
}
