import { moderationActions } from '@agora/shared/contracts/events/moderation'
import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from '../../schemas.ts'

export const LogQuery = Type.Object({
  section: Type.Optional(described(Uuid, 'Only acts in this section; the whole site where it is absent.')),
  actor: Type.Optional(described(Uuid, 'Only acts of this moderator.')),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type LogQuery = Static<typeof LogQuery>

export const StreamQuery = Type.Object({
  section: Type.Optional(
    described(Uuid, 'Only what happens in this section; the whole site where it is absent.'),
  ),
})

export const ModerationEvent = Type.Object({
  type: Type.Literal('ForumModerationEvent'),
  id: described(Uuid, 'The entry’s id.'),
  ctime: described(Timestamp, 'When it was done.'),
  actor: described(ShortUser, 'Who did it.'),
  action: Type.Enum(moderationActions, { description: 'What was done.' }),
  section: orNull(Uuid, 'Id of the section, of a move the one before; null for acts on the whole site.'),
  thread: orNull(Uuid, 'Id of the thread that it was done to.'),
  post: orNull(Uuid, 'Id of the post that it was done to.'),
  target_user: orNull(ShortUser, 'Whom it concerns; of a post, its author.'),
  comment: orNull(Type.String(), 'What the moderator noted.'),
  data: Type.Object(
    {},
    { additionalProperties: true, description: 'What the action sets, and nothing else.' },
  ),
})
export type ModerationEvent = Static<typeof ModerationEvent>

export const ModerationLog = listing(ModerationEvent)
export type ModerationLog = Static<typeof ModerationLog>
