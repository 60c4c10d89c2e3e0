import { described, nullable, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const NewChannelSecret = Type.Object({
  secret: Type.String({
    description: 'In the form of Standard Webhooks: `whsec_` and base64. Returned here only.',
  }),
  created_at: described(Timestamp, 'When it was made.'),
  previous_expires_at: nullable(
    Timestamp,
    'Until then, deliveries are also signed with the previous secret.',
  ),
})
export type NewChannelSecret = Static<typeof NewChannelSecret>
