import { described, nullable, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const DeliveryPath = Type.Object({
  delivery_id: Type.String({ description: 'Id of the delivery.' }),
})

export const Delivery = Type.Object({
  id: Type.String({ description: 'The webhook-id, the same for every attempt.' }),
  app: Type.Object(
    {
      id: Type.String({ description: 'The application’s id.' }),
      key: nullable(Type.String(), 'The application’s handle.'),
    },
    { description: 'The application it goes to.' },
  ),
  channel: Type.Object(
    {
      id: Type.String({ description: 'The channel’s id.' }),
      key: Type.String({ description: 'The channel’s handle.' }),
    },
    { description: 'The channel it goes to.' },
  ),
  event: Type.Object(
    {
      id: Type.String({ description: 'The event’s id.' }),
      type: Type.String({ description: 'The event’s type, with its version.' }),
    },
    { description: 'What it is about.' },
  ),
  status: Type.Enum(['Pending', 'Delivered', 'Dead', 'Cancelled'], {
    description: 'Dead: given up on after the last attempt. Cancelled: its channel no longer accepts events.',
  }),
  attempts: Type.Integer({ description: 'The number of attempts.' }),
  last_failure: nullable(Type.String(), 'What went wrong at the last attempt.'),
  created_at: Type.String({ description: 'When the event arrived.' }),
  settled_at: nullable(Type.String(), 'When it was given up on, delivered or cancelled.'),
})
export type Delivery = Static<typeof Delivery>

export const ChannelPath = Type.Object({
  app_id: Type.String({ description: 'Id of the application.' }),
  channel_key: Type.String({ description: 'Handle of the channel.' }),
})
export type ChannelPath = Static<typeof ChannelPath>

export const ChannelDelivery = Type.Object({
  state: Type.Enum(['Active', 'Gone'], {
    description: 'Gone: its receiver answered 410; nothing is delivered until the channel is resumed.',
  }),
  since: described(Timestamp, 'Since when.'),
})
export type ChannelDelivery = Static<typeof ChannelDelivery>
