import { moderationActions } from '@agora/shared/contracts/events/moderation'
import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from '../../schemas.ts'

export const LogQuery = Type.Object({
  section: Type.Optional(described(Uuid, 'Only acts in this section; the whole site if omitted.')),
  actor: Type.Optional(described(Uuid, 'Only acts of this moderator.')),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type LogQuery = Static<typeof LogQuery>

export const StreamQuery = Type.Object({
  section: Type.Optional(described(Uuid, 'Only what happens in this section; the whole site if omitted.')),
})

export const ModerationEvent = Type.Object({
  type: Type.Literal('ForumModerationEvent'),
  id: described(Uuid, 'The entry’s id.'),
  ctime: described(Timestamp, 'When it was done.'),
  actor: described(ShortUser, 'Who did it.'),
  action: Type.Enum(moderationActions, { description: 'What was done.' }),
  section: orNull(Uuid, 'Id of the section, for a move the source; null for site-wide acts.'),
  thread: orNull(Uuid, 'Id of the thread concerned.'),
  post: orNull(Uuid, 'Id of the post concerned.'),
  target_user: orNull(ShortUser, 'Whom it concerns; for a post, its author.'),
  comment: orNull(Type.String(), 'The moderator’s comment.'),
  data: Type.Object({}, { additionalProperties: true, description: 'The fields that the action sets.' }),
})
export type ModerationEvent = Static<typeof ModerationEvent>

export const ModerationLog = listing(ModerationEvent)
export type ModerationLog = Static<typeof ModerationLog>
