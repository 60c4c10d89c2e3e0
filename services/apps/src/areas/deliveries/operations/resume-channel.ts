import type { Principal } from '@agora/shared/contracts/principal'
import type { Context, Relational } from '../../../context.ts'
import { accessChannelForEdit } from '../../apps/authority.ts'
import type { ChannelDelivery, ChannelPath } from '../schemas.ts'
import { readChannelState, reopenChannel } from '../store-channels.ts'
import { channelDeliveryView } from '../views.ts'

/**
 * Delivers to a channel again whose receiver was gone, what was kept meanwhile too. An active one stays as it is.
 *
 * @throws ApiError appNotFound, forbidden or noSuchChannel.
 */
export async function resumeChannel(
  context: Context,
  { db, due }: Relational,
  principal: Principal,
  path: ChannelPath,
): Promise<ChannelDelivery> {
  const channel = await accessChannelForEdit(context, principal, path)
  await reopenChannel(db, channel.id)
  due.set()
  return channelDeliveryView(await readChannelState(db, channel.id))
}
