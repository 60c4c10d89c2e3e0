import { described, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { LocationQuery } from '../../resources/location.ts'

export const ReadInput = Type.Object(
  { up_to_post: described(Uuid, 'Id of the newest post that the member has seen.') },
  { examples: [{ up_to_post: '01890000-0000-7000-8000-000000000000' }] },
)

export const ReadState = Type.Object(
  { is_unread: Type.Boolean({ description: 'Whether there are newer posts by others.' }) },
  { description: 'The thread from the caller’s point of view.' },
)
export type ReadState = Static<typeof ReadState>

export const FirstUnreadQuery = Type.Object({
  or: Type.Optional(
    Type.Literal('last', {
      description:
        '`last` for the newest post where nothing is unread, of a thread that the member has opened before.',
    }),
  ),
  ...LocationQuery.properties,
})
export type FirstUnreadQuery = Static<typeof FirstUnreadQuery>

export const PostAtQuery = Type.Object({
  time: described(Timestamp, 'The first post that was written then or later; the newest if none was.'),
  ...LocationQuery.properties,
})
export type PostAtQuery = Static<typeof PostAtQuery>
