import { type Listing, MAX_PAGE } from '@agora/shared/contracts/pagination'
import type { Principal } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { visibleApp } from '../authority.ts'
import type { ShortApp } from '../schemas.ts'
import { onlyPage, shortAppView } from '../views.ts'

/** The first hundred apps that the caller may see. */
export async function listApps({ store }: Context, principal: Principal): Promise<Listing<ShortApp>> {
  const apps = await store.listApps()
  const visible = apps.flatMap((app) => visibleApp(app, principal) ?? [])
  return onlyPage(visible.slice(0, MAX_PAGE).map(shortAppView))
}
