import { described, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const ReadInput = Type.Object(
  { up_to_post: described(Uuid, 'Id of the newest post that the member has seen.') },
  { examples: [{ up_to_post: '01890000-0000-7000-8000-000000000000' }] },
)

export const ReadState = Type.Object(
  { is_unread: Type.Boolean({ description: 'Whether there are newer posts by others.' }) },
  { description: 'The thread from the caller’s point of view.' },
)
export type ReadState = Static<typeof ReadState>
