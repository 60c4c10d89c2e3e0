import { kindOf } from '@agora/shared/contracts/webhooks'
import type { AppDelivery, ChannelDelivery, Delivery as DeliveryView } from './schemas.ts'
import type { Delivery } from './store.ts'
import type { ChannelState } from './store-channels.ts'
import type { DeliveryRecord } from './store-records.ts'

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

export const appDeliveryView = (delivery: DeliveryRecord): AppDelivery => ({
  type: 'Delivery',
  id: delivery.id,
  channel: delivery.channelKey,
  kind: kindOf(delivery.eventType),
  status: delivery.status as AppDelivery['status'],
  created_at: delivery.createdAt.toISOString(),
  attempts: delivery.attempts,
  last_attempt: delivery.lastAttemptAt && {
    time: delivery.lastAttemptAt.toISOString(),
    status: delivery.lastStatus,
    error: delivery.lastFailure,
  },
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
})

export const channelDeliveryView = ({ isGone, since }: ChannelState): ChannelDelivery => ({
  state: isGone ? 'Gone' : 'Active',
  since: since.toISOString(),
})
