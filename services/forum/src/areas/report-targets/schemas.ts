import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ReportReason } from '../../generated/prisma/enums.ts'
import { orNull, Remark } from '../../resources/schemas.ts'
import { MAX_COUNTED } from '../../resources/sql.ts'
import { SinglePost } from '../posts/schemas.ts'
import { QueuedReport, ReportContext, ReportTarget } from '../reports/schemas.ts'
import { Sanction, SanctionInput } from '../sanctions/schemas.ts'

/** How many reports of one target are listed with it. */
export const MAX_LISTED = 10

const ofSection = { section: Type.Optional(described(Uuid, 'Only content of this section.')) }

export const TargetQuery = Type.Object({
  ...ofSection,
  target: Type.Optional(described(Uuid, 'Only this post or thread.')),
  include: Type.Optional(
    Type.Literal('reports', { description: '`reports` for the reports of each as well.' }),
  ),
  status: Type.Literal('Pending', { default: 'Pending', description: 'What waits for a moderator.' }),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type TargetQuery = Static<typeof TargetQuery>

export const TargetCountQuery = Type.Object(ofSection)
export type TargetCountQuery = Static<typeof TargetCountQuery>

const NumberOfReports = Type.Integer({ minimum: 1, description: 'How many give this reason.' })
const Reasons = Type.Object(
  Object.fromEntries(Object.values(ReportReason).map((reason) => [reason, Type.Optional(NumberOfReports)])),
  { description: 'The number of pending reports for each reason that one gives.' },
)

export const ReportedTarget = Type.Object({
  target: ReportTarget,
  reports: Type.Object(
    {
      count: Type.Integer({ description: 'Their number.' }),
      items: Type.Optional(
        Type.Array(QueuedReport, {
          description: `The ${MAX_LISTED} oldest, with what moderators did about each; only with \`include=reports\`.`,
        }),
      ),
    },
    { description: 'Its pending reports.' },
  ),
  reasons: Reasons,
  first_at: described(Timestamp, 'When the oldest of them was made.'),
  last_at: described(Timestamp, 'When the newest of them was made.'),
  context: Type.Optional(
    Type.Object(
      {
        ...ReportContext.properties,
        thread_title: Type.String({
          description: 'The thread’s title as it was when the content was first reported.',
        }),
        html: Type.String({
          description: 'The content as it read when it was first reported; empty if its body was hidden.',
        }),
        current_html: orNull(Type.String(), 'As it reads now; null while it is hidden or deleted.'),
      },
      { description: 'What the reports are about; absent if that is gone.' },
    ),
  ),
})
export type ReportedTarget = Static<typeof ReportedTarget>

export const ReportedTargets = Type.Object({
  ...listing(ReportedTarget).properties,
  count: Type.Integer({ description: `Their total number, at most ${MAX_COUNTED}.` }),
})
export type ReportedTargets = Static<typeof ReportedTargets>

export const PendingTargets = Type.Object({
  pending: Type.Integer({
    description: `The number of posts and threads with a pending report, at most ${MAX_COUNTED}.`,
  }),
})
export type PendingTargets = Static<typeof PendingTargets>

const { user: _, ...sanction } = SanctionInput.properties

export const JudgementInput = Type.Object(
  {
    target: ReportTarget,
    status: Type.Enum(['Accepted', 'Rejected'], { description: 'What becomes of its pending reports.' }),
    note: Type.Optional(nullable(Remark, 'Why; the reporters read it.')),
    hide: Type.Optional(
      nullable(
        Type.Object({ comment: Type.Optional(nullable(Remark, 'Why; of a post, its readers read it.')) }),
        'Hides the post, or deletes the thread.',
      ),
    ),
    sanction: Type.Optional(nullable(Type.Object(sanction), 'Warns or mutes its author.')),
  },
  {
    examples: [
      {
        target: { type: 'ForumPost', id: '01890000-0000-7000-8000-000000000000' },
        status: 'Accepted',
        hide: { comment: 'Advertisement' },
        sanction: { kind: 'Warning', reason: 'No advertisements, please.', internal_note: '' },
      },
    ],
  },
)
export type JudgementInput = Static<typeof JudgementInput>

export const Judgement = Type.Object({
  reports: Type.Array(Uuid, { description: 'The ids of the reports that it resolved.' }),
  post: orNull(SinglePost, 'The post that it hid; null if it hid none.'),
  sanction: orNull(Sanction, 'The sanction; null if it imposed none.'),
})
export type Judgement = Static<typeof Judgement>
