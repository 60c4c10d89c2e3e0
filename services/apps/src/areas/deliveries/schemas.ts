import { nullable } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const DeliveryPath = Type.Object({ delivery_id: Type.String() })

export const Delivery = Type.Object({
  id: Type.String({ description: 'The webhook-id that the receiver sees, the same at every attempt.' }),
  app: Type.Object({ id: Type.String(), key: nullable(Type.String()) }),
  channel: Type.Object({ id: Type.String(), key: Type.String() }),
  event: Type.Object({ id: Type.String(), type: Type.String() }),
  status: Type.Enum(['Pending', 'Delivered', 'Dead', 'Cancelled']),
  attempts: Type.Integer(),
  last_failure: nullable(Type.String()),
  created_at: Type.String(),
  settled_at: nullable(Type.String({ description: 'When it was given up, delivered or cancelled.' })),
})
export type Delivery = Static<typeof Delivery>
