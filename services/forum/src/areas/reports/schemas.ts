import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { nullable, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ReportReason, ReportStatus } from '../../generated/prisma/enums.ts'
import { orNull, Remark } from '../../schemas.ts'

const Reason = Type.Enum(Object.values(ReportReason))
const Status = Type.Enum(Object.values(ReportStatus))

export const ReportInput = Type.Object({ reason: Reason, body: Type.Optional(nullable(Remark)) })
export type ReportInput = Static<typeof ReportInput>

export const Resolution = Type.Object({ status: Status, note: Type.Optional(nullable(Remark)) })
export type Resolution = Static<typeof Resolution>

export const QueueQuery = Type.Object({
  status: Type.Optional(Status),
  section: Type.Optional(Uuid),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type QueueQuery = Static<typeof QueueQuery>

const ThreadReference = Type.Object({ type: Type.Literal('ForumThread'), id: Uuid })

const ReportContext = Type.Object({
  type: Type.Literal('ForumReportContext'),
  thread: ThreadReference,
  thread_title: Type.String(),
  section: Type.Object({ type: Type.Literal('ForumSection'), id: Uuid }),
  author: ShortUser,
  html: Type.String({ description: 'The reported content as it reads now; empty while its body is hidden.' }),
})

const common = {
  type: Type.Literal('ForumReport'),
  id: Uuid,
  ctime: Timestamp,
  reporter: ShortUser,
  target: Type.Object({ type: Type.Enum(['ForumPost', 'ForumThread']), id: Uuid }),
  reason: Reason,
  body: orNull(Type.String()),
  status: Status,
  resolved_at: orNull(Timestamp),
}

/** A report as moderators read it. `context` is absent where the target is gone. */
export const Report = Type.Object({
  ...common,
  resolved_by: orNull(ShortUser),
  resolution_note: orNull(Type.String()),
  context: Type.Optional(ReportContext),
})
export type Report = Static<typeof Report>

/** A report as its reporter reads it: neither who resolved it nor what the moderators see of its target. */
export const OwnReport = Type.Object({ ...common, resolution_note: orNull(Type.String()) })
export type OwnReport = Static<typeof OwnReport>

export const ReportQueue = listing(Report)
export type ReportQueue = Static<typeof ReportQueue>
export const OwnReports = listing(OwnReport)
export type OwnReports = Static<typeof OwnReports>
