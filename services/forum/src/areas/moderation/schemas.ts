import { moderationActions } from '@agora/shared/contracts/events/moderation'
import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ReportReason } from '../../generated/prisma/enums.ts'
import { orNull } from '../../resources/schemas.ts'
import { streamEvent } from '../../streams/schemas.ts'

export const LogQuery = Type.Object({
  section: Type.Optional(described(Uuid, 'Only acts in this section; the whole site if omitted.')),
  of: Type.Optional(
    Type.Literal('Moderated', {
      description: 'Only acts in sections that the caller may moderate, of all of them together.',
    }),
  ),
  actor: Type.Optional(described(Uuid, 'Only acts of this moderator.')),
  target_user: Type.Optional(described(Uuid, 'Only acts that concern this member.')),
  include: Type.Optional(
    Type.Literal('about', { description: '`about` for what each entry is about as well.' }),
  ),
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
  about: Type.Optional(
    Type.Object(
      {
        thread_title: Type.Optional(Type.String({ description: 'The title of the thread.' })),
        sanction_reason: Type.Optional(Type.String({ description: 'Why the member was warned or muted.' })),
        report_reason: Type.Optional(
          Type.Enum(Object.values(ReportReason), { description: 'What the report says is wrong.' }),
        ),
      },
      { description: 'As far as there is any, and as it reads now; only with `include=about`.' },
    ),
  ),
})
export type ModerationEvent = Static<typeof ModerationEvent>

export const ModerationLog = listing(ModerationEvent)
export type ModerationLog = Static<typeof ModerationLog>

/** Beside the log's actions, of which resolving has this event instead. */
const reportActs = ['ReportCreated', 'ReportAssigned', 'ReportResolved'] as const

/** Tells that something happened, and where. */
export const ModerationStreamEvent = streamEvent(
  Type.Enum([...reportActs, ...moderationActions.filter((action) => action !== 'ResolveReport')], {
    description: 'What happened to a report, or an action of the log.',
  }),
  Type.Object(
    {
      section: Type.Optional(described(Uuid, 'Id of the section.')),
      thread: Type.Optional(described(Uuid, 'Id of the thread.')),
      post: Type.Optional(described(Uuid, 'Id of the post.')),
      report: Type.Optional(described(Uuid, 'Id of the report.')),
    },
    { description: 'The ids of what it is about, as far as there are.' },
  ),
)
