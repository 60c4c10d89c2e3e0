import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, nullable, ShortUser, Timestamp, text, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ReportReason, ReportStatus } from '../../generated/prisma/enums.ts'
import { MemberReference, orNull, Remark } from '../../resources/schemas.ts'

const Reason = Type.Enum(Object.values(ReportReason), { description: 'What is wrong with it.' })
const Status = Type.Enum(Object.values(ReportStatus), {
  description: 'Pending until a moderator accepts or rejects it.',
})

export const ReportParams = Type.Object({ report_id: Type.String({ description: 'Id of the report.' }) })

export const ReportInput = Type.Object(
  { reason: Reason, body: Type.Optional(nullable(Remark, 'What the moderators should know.')) },
  { examples: [{ reason: 'Spam', body: 'The third advertisement today.' }] },
)
export type ReportInput = Static<typeof ReportInput>

export const Resolution = Type.Object(
  {
    status: described(Status, 'Accepted or Rejected.'),
    note: Type.Optional(nullable(Remark, 'Why; the reporter reads it.')),
  },
  { examples: [{ status: 'Accepted', note: 'Removed, thank you.' }] },
)
export type Resolution = Static<typeof Resolution>

export const ResolutionsInput = Type.Object(
  {
    reports: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 100,
      description: 'The ids of the reports, resolved in this order.',
    }),
    status: Type.Enum(['Accepted', 'Rejected'], { description: 'The resolution for all of them.' }),
    note: Type.Optional(nullable(Remark, 'Why; the reporters read it.')),
  },
  { examples: [{ reports: ['01890000-0000-7000-8000-000000000000'], status: 'Rejected' }] },
)
export type ResolutionsInput = Static<typeof ResolutionsInput>

export const Resolutions = Type.Object({
  results: Type.Array(
    Type.Object({
      report: Type.String({ description: 'The id, as given.' }),
      status: Type.Integer({
        description: '200, or the status with which resolving it alone would be refused.',
      }),
      error: Type.Optional(Type.String({ description: 'Why it was not resolved.' })),
    }),
    { description: 'One for each id, in the order given.' },
  ),
})
export type Resolutions = Static<typeof Resolutions>

export const QueueQuery = Type.Object({
  status: Type.Optional(described(Status, 'Only reports with this status.')),
  section: Type.Optional(described(Uuid, 'Only reports on content of this section.')),
  include: Type.Optional(
    Type.Literal('work', { description: '`work` for each report’s assignment and notes as well.' }),
  ),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type QueueQuery = Static<typeof QueueQuery>

const ThreadReference = Type.Object(
  { type: Type.Literal('ForumThread'), id: described(Uuid, 'The thread’s id.') },
  { description: 'The thread that it is in.' },
)

export const ReportTarget = Type.Object(
  {
    type: Type.Enum(['ForumPost', 'ForumThread'], { description: 'What was reported.' }),
    id: described(Uuid, 'Its id.'),
  },
  { description: 'The post or thread that was reported.' },
)
export type ReportTarget = Static<typeof ReportTarget>

export const ReportContext = Type.Object(
  {
    type: Type.Literal('ForumReportContext'),
    thread: ThreadReference,
    thread_title: Type.String({ description: 'The thread’s title.' }),
    section: Type.Object(
      { type: Type.Literal('ForumSection'), id: described(Uuid, 'The section’s id.') },
      { description: 'The section that it is in.' },
    ),
    author: described(ShortUser, 'Who wrote it.'),
    html: Type.String({
      description: 'The reported content as it reads now; empty if its body is hidden.',
    }),
  },
  { description: 'What the report is about; absent if that is gone.' },
)
export type ReportContext = Static<typeof ReportContext>

const common = {
  type: Type.Literal('ForumReport'),
  id: described(Uuid, 'The report’s id.'),
  ctime: described(Timestamp, 'When it was reported.'),
  reporter: described(ShortUser, 'Who reported it.'),
  target: ReportTarget,
  reason: Reason,
  body: orNull(Type.String(), 'What the reporter wrote.'),
  status: Status,
  resolved_at: orNull(Timestamp, 'When it was accepted or rejected.'),
}

/** A report as moderators see it. `context` is absent if the target is gone. */
export const Report = Type.Object({
  ...common,
  resolved_by: orNull(ShortUser, 'The moderator who resolved it.'),
  resolution_note: orNull(Type.String(), 'The moderator’s note to the reporter.'),
  context: Type.Optional(ReportContext),
})
export type Report = Static<typeof Report>

/** A report as its reporter sees it: without its resolver and without the moderators' view of its target. */
export const OwnReport = Type.Object({
  ...common,
  resolution_note: orNull(Type.String(), 'The moderator’s note to the reporter.'),
})
export type OwnReport = Static<typeof OwnReport>

export const OwnReports = listing(OwnReport)
export type OwnReports = Static<typeof OwnReports>

export const AssignmentInput = Type.Object(
  {
    assignee: nullable(
      MemberReference,
      'Who is to work on it; they must be able to resolve it. Null for nobody.',
    ),
  },
  { examples: [{ assignee: { type: 'User', username: 'grace' } }, { assignee: null }] },
)
export type AssignmentInput = Static<typeof AssignmentInput>

/** All null if the report was never assigned. */
export const Assignment = Type.Object({
  assignee: orNull(ShortUser, 'Who works on it; null for nobody.'),
  assigned_by: orNull(ShortUser, 'The moderator who assigned it; null if it was never assigned.'),
  time: orNull(Timestamp, 'When it was assigned.'),
})
export type Assignment = Static<typeof Assignment>

export const ReportNoteInput = Type.Object(
  { body: described(text(1, 4_000), 'What the other moderators should know. Plain text.') },
  { examples: [{ body: 'Asked the author to take the link out.' }] },
)
export type ReportNoteInput = Static<typeof ReportNoteInput>

export const ReportNote = Type.Object({
  type: Type.Literal('ForumReportNote'),
  id: described(Uuid, 'The note’s id.'),
  time: described(Timestamp, 'When it was written.'),
  author: described(ShortUser, 'The moderator who wrote it.'),
  body: Type.String({ description: 'Plain text.' }),
})
export type ReportNote = Static<typeof ReportNote>

export const ReportNotes = listing(ReportNote)
export type ReportNotes = Static<typeof ReportNotes>

const ReportWork = Type.Object(
  {
    assignment: described(Assignment, 'Who works on it.'),
    notes: Type.Object(
      {
        count: Type.Integer({ description: 'The number of notes.' }),
        last: orNull(ReportNote, 'The newest note; null if there is none.'),
      },
      { description: 'The moderators’ notes.' },
    ),
  },
  { description: 'What its moderators did so far; only with `include=work`.' },
)

export const QueuedReport = Type.Object({ ...Report.properties, work: Type.Optional(ReportWork) })
export type QueuedReport = Static<typeof QueuedReport>

export const ReportQueue = listing(QueuedReport)
export type ReportQueue = Static<typeof ReportQueue>
