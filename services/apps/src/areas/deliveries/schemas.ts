import { pageQuery } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { AppPath } from '../apps/schemas.ts'

const Status = Type.Enum(['Pending', 'Delivered', 'Dead', 'Cancelled'], {
  description: 'Dead: given up on after the last attempt. Cancelled: its channel no longer accepts events.',
})

export const DeliveryPath = Type.Object({
  delivery_id: Type.String({ description: 'Id of the delivery.' }),
})

export const Delivery = Type.Object({
  id: Type.String({ description: 'The webhook-id, the same for every attempt.' }),
  app: Type.Object(
    {
      id: described(Uuid, 'The application’s id.'),
      key: nullable(Type.String(), 'The application’s handle.'),
    },
    { description: 'The application it goes to.' },
  ),
  channel: Type.Object(
    {
      id: described(Uuid, 'The channel’s id.'),
      key: Type.String({ description: 'The channel’s handle.' }),
    },
    { description: 'The channel it goes to.' },
  ),
  event: Type.Object(
    {
      id: described(Uuid, 'The event’s id.'),
      type: Type.String({ description: 'The event’s type, with its version.' }),
    },
    { description: 'What it is about.' },
  ),
  status: Status,
  attempts: Type.Integer({ description: 'The number of attempts.' }),
  last_failure: nullable(Type.String(), 'What went wrong at the last attempt.'),
  created_at: described(Timestamp, 'When the event arrived.'),
  settled_at: nullable(Timestamp, 'When it was given up on, delivered or cancelled.'),
})
export type Delivery = Static<typeof Delivery>

export const ChannelPath = Type.Object({
  ...AppPath.properties,
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

export const AppDeliveryPath = Type.Object({ ...AppPath.properties, ...DeliveryPath.properties })

const DeliveryStatus = Type.Enum(['Pending', 'Delivered', 'Dead'], {
  description: 'Only deliveries with this status. Dead: given up on after the last attempt.',
})
export type DeliveryStatus = Static<typeof DeliveryStatus>

export const DEFAULT_LIMIT = 20
export const DeliveriesQuery = Type.Object({
  ...pageQuery(DEFAULT_LIMIT).properties,
  status: Type.Optional(DeliveryStatus),
})

/** A delivery as those see it who run the application. */
export const AppDelivery = Type.Object({
  type: Type.Literal('Delivery'),
  id: described(Uuid, 'The webhook-id, the same for every attempt.'),
  channel: Type.String({ description: 'The handle of the channel it goes to.' }),
  kind: Type.String({ description: 'The kind of its event, such as `forum.post.created`.' }),
  status: Status,
  created_at: described(Timestamp, 'When the event arrived.'),
  attempts: Type.Integer({
    description: 'Attempts begun since it was created or sent again, the current one too.',
  }),
  last_attempt: nullable(
    Type.Object({
      time: described(Timestamp, 'When it ended.'),
      status: nullable(Type.Integer(), 'What the receiver answered; null without an answer.'),
      error: nullable(Type.String(), 'What went wrong; null if the receiver accepted it.'),
    }),
    'The last attempt that ended.',
  ),
  next_attempt_at: nullable(
    Timestamp,
    'When the next attempt may begin. Null if none is due: it has ended, waits for an earlier one of its subject, or its receiver is gone.',
  ),
})
export type AppDelivery = Static<typeof AppDelivery>
