import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context, Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAccountToUnlink } from '../authority.ts'
import type { AccountPath } from '../schemas.ts'

/**
 * Ends a member's link to an account, for the member, administrators and the app's own client.
 *
 * @throws ApiError unauthenticated, appNotFound, forbidden or accountNotFound; 503 without the gateway.
 */
export async function unlinkAccount(
  context: Context,
  relational: Relational,
  principal: Caller,
  path: AccountPath,
): Promise<Record<string, never>> {
  const { appId, userId } = await accessAccountToUnlink(context, relational, principal, path)
  if (!(await relational.accounts.unlink(appId, userId))) throw new ApiError(errors.accountNotFound)
  return {}
}
