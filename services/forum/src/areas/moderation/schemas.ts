import { moderationActions } from '@agora/shared/contracts/events/moderation'
import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from '../../schemas.ts'

export const LogQuery = Type.Object({
  section: Type.Optional(Uuid),
  actor: Type.Optional(Uuid),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type LogQuery = Static<typeof LogQuery>

export const ModerationEvent = Type.Object({
  type: Type.Literal('ForumModerationEvent'),
  id: Uuid,
  ctime: Timestamp,
  actor: ShortUser,
  action: Type.Enum(moderationActions),
  section: orNull(Uuid),
  thread: orNull(Uuid),
  post: orNull(Uuid),
  target_user: orNull(ShortUser),
  comment: orNull(Type.String()),
  data: Type.Object(
    {},
    { additionalProperties: true, description: 'What the action sets, and nothing else.' },
  ),
})
export type ModerationEvent = Static<typeof ModerationEvent>

export const ModerationLog = listing(ModerationEvent)
export type ModerationLog = Static<typeof ModerationLog>
