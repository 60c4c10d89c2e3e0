import { parseUuid } from '@agora/shared/contracts/ids'
import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context, Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { visibleApp } from '../../apps/authority.ts'
import { isOwn } from '../authority.ts'
import type { AccountPath, AppAccount, ShowAccountBody } from '../schemas.ts'
import { accountView } from '../views.ts'

/**
 * Shows an account to everybody, or hides it, for its member and administrators.
 *
 * @throws ApiError forbidden or accountNotFound.
 */
export async function showAccount(
  { store }: Context,
  { accounts }: Relational,
  principal: Principal,
  path: AccountPath,
  { visibility }: ShowAccountBody,
): Promise<AppAccount> {
  const [appId, userId] = [parseUuid(path.app_id), parseUuid(path.user_id)]
  if (userId === undefined || !isOwn(principal, userId)) throw new ApiError(common.forbidden)
  const app = appId === undefined ? undefined : await store.findApp(appId)
  // What is left out of the listing is not told by its id either.
  const visible = app && visibleApp(app, principal)
  const account = visible && (await accounts.show(app.id, userId, visibility))
  if (!account) throw new ApiError(errors.accountNotFound)
  return accountView(visible, account, true)
}
