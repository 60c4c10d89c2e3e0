import { clampPage, type Listing, type Page } from '@agora/shared/contracts/pagination'
import type { Principal } from '@agora/shared/contracts/principal'
import type { Context, Relational } from '../../../context.ts'
import { accessAppForEdit } from '../../apps/authority.ts'
import type { AppDelivery, DeliveryStatus } from '../schemas.ts'
import { appDeliveryView } from '../views.ts'

/**
 * The deliveries to an app's channels, newest first, for callers who may edit the app.
 *
 * @throws ApiError appNotFound or forbidden.
 */
export async function listDeliveries(
  context: Context,
  { records }: Relational,
  principal: Principal,
  appId: string,
  { status, ...requested }: Page & { status?: DeliveryStatus },
): Promise<Listing<AppDelivery>> {
  const app = await accessAppForEdit(context, principal, appId)
  const page = clampPage(requested)
  const { count, items } = await records.ofApp(app.id, status, page)
  return { count, items: items.map(appDeliveryView), ...page }
}
