import { parseUuid } from '@agora/shared/contracts/ids'
import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context, Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAppForEdit } from '../../apps/authority.ts'
import type { AppDelivery } from '../schemas.ts'
import { replay } from '../store-lines.ts'
import { appDeliveryView } from '../views.ts'

const ENDED = ['Delivered', 'Dead', 'Cancelled']

/**
 * Sends a delivery again that has ended, starting from the first attempt, under the same webhook-id; a pending one stays
 * as it is.
 *
 * @throws ApiError appNotFound, forbidden or deliveryNotFound.
 */
export async function replayDelivery(
  context: Context,
  { db, records, due }: Relational,
  principal: Principal,
  path: { app_id: string; delivery_id: string },
): Promise<AppDelivery> {
  const app = await accessAppForEdit(context, principal, path.app_id)
  const id = parseUuid(path.delivery_id)
  const isOfApp = id !== undefined && (await records.find(app.id, id)) !== undefined
  if (!isOfApp) throw new ApiError(errors.deliveryNotFound)
  await db.transaction((tx) => replay(tx, id, ENDED))
  due.set()
  const replayed = await records.find(app.id, id)
  if (!replayed) throw new ApiError(errors.deliveryNotFound)
  return appDeliveryView(replayed)
}
