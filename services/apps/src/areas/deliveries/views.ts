import type { ChannelDelivery, Delivery as DeliveryView } from './schemas.ts'
import type { ChannelState, Delivery } from './store.ts'

export function deliveryView(delivery: Delivery): DeliveryView {
  return {
    id: delivery.id,
    app: delivery.app,
    channel: delivery.channel,
    event: { id: delivery.eventId, type: delivery.eventType },
    status: delivery.status as DeliveryView['status'],
    attempts: delivery.attempts,
    last_failure: delivery.lastFailure,
    created_at: delivery.createdAt.toISOString(),
    settled_at: delivery.settledAt?.toISOString() ?? null,
  }
}

export const channelDeliveryView = ({ isGone, since }: ChannelState): ChannelDelivery => ({
  state: isGone ? 'Gone' : 'Active',
  since: since.toISOString(),
})
