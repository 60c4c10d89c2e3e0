import { parseUuid } from '@agora/shared/contracts/ids'
import { clampPage, type Listing, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context, Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { visibleApp } from '../../apps/authority.ts'
import { isOwn } from '../authority.ts'
import type { AppAccount } from '../schemas.ts'
import { accountView } from '../views.ts'

/**
 * A member's accounts with the apps that the caller may see, newest first; hidden ones for the member and administrators.
 *
 * @throws ApiError userNotFound; 503 if the gateway had to be asked and could not be.
 */
export async function listAccounts(
  { store, users }: Context,
  { accounts }: Relational,
  principal: Caller,
  ref: string,
  requested: Page,
): Promise<Listing<AppAccount>> {
  const userId = parseUuid(ref)
  const user = userId && (await users.findUsers([userId], principal.traceparent)).get(userId)
  if (!user || user.isErased) throw new ApiError(errors.userNotFound)
  const page = clampPage(requested)
  const own = isOwn(principal, user.id)
  const linked = await accounts.ofUser(user.id)
  const apps = linked.length === 0 ? [] : await store.listApps()
  const visible = new Map(apps.flatMap((app) => visibleApp(app, principal) ?? []).map((app) => [app.id, app]))
  const items = linked.flatMap((account) => {
    const app = visible.get(account.appId)
    return app && (own || account.visibility === 'Public') ? [accountView(app, account, own)] : []
  })
  return { ...page, count: items.length, items: items.slice(page.offset, page.offset + page.limit) }
}
