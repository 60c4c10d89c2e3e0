import { nullable } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const ChannelPath = Type.Object({ app_id: Type.String(), channel_key: Type.String() })

export const NewChannelSecret = Type.Object({
  secret: Type.String({
    description: 'As Standard Webhooks writes it: `whsec_` and base64. Told here and never again.',
  }),
  created_at: Type.String(),
  previous_expires_at: nullable(
    Type.String({ description: 'Until then deliveries are signed with the secret before, too.' }),
  ),
})
export type NewChannelSecret = Static<typeof NewChannelSecret>
