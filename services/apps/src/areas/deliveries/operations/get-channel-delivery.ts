import type { Principal } from '@agora/shared/contracts/principal'
import type { Context, Relational } from '../../../context.ts'
import { accessChannelForEdit } from '../../apps/authority.ts'
import type { ChannelDelivery, ChannelPath } from '../schemas.ts'
import { readChannelState } from '../store-channels.ts'
import { channelDeliveryView } from '../views.ts'

/**
 * Whether a channel gets its deliveries, for callers who may edit the app.
 *
 * @throws ApiError appNotFound, forbidden or noSuchChannel.
 */
export async function getChannelDelivery(
  context: Context,
  { db }: Relational,
  principal: Principal,
  path: ChannelPath,
): Promise<ChannelDelivery> {
  const channel = await accessChannelForEdit(context, principal, path)
  return channelDeliveryView(await readChannelState(db, channel.id))
}
