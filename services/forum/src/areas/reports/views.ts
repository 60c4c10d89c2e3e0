import { timestamp, timestampOrNull, viewUser, viewUserOrNull } from '../../resources/views.ts'
import type {
  Assignment,
  OwnReport,
  QueuedReport,
  Report,
  ReportContext,
  ReportNote,
  ReportTarget,
} from './schemas.ts'
import type { BareReportRow, ContextRow, ReportRow } from './sql.ts'
import type { AssignmentRow, NoteRow, WorkRow } from './store-work.ts'

export function viewOwnReport(row: BareReportRow): OwnReport {
  return {
    type: 'ForumReport',
    id: row.id,
    ctime: timestamp(row.ctime),
    reporter: viewUser(row.reporterId, row.reporterName),
    target: viewTarget(row),
    reason: row.reason,
    body: row.body,
    status: row.status,
    resolved_at: timestampOrNull(row.resolvedAt),
    resolution_note: row.resolutionNote,
  }
}

/** A report as its creation returns it: without its target and resolver, which reporters are not told. */
export function viewCreatedReport(row: ReportRow): Report {
  return { ...viewOwnReport(row), resolved_by: null }
}

/** Without its context. */
export function viewBareReport(row: BareReportRow): Report {
  return { ...viewOwnReport(row), resolved_by: viewUserOrNull(row.resolvedById, row.resolvedByName) }
}

export function viewReport(row: ReportRow): Report {
  const { context } = row
  if (context === null) return viewBareReport(row)
  return { ...viewBareReport(row), context: viewContext(row, context) }
}

type TargetIds = Pick<ReportRow, 'postId' | 'threadId' | 'sectionId'>

export const viewTarget = ({ postId, threadId }: Pick<TargetIds, 'postId' | 'threadId'>): ReportTarget =>
  postId === null ? { type: 'ForumThread', id: threadId } : { type: 'ForumPost', id: postId }

export const viewContext = (
  { threadId, sectionId }: TargetIds,
  { threadTitle, authorId, authorName, html }: ContextRow,
): ReportContext => ({
  type: 'ForumReportContext',
  thread: { type: 'ForumThread', id: threadId },
  thread_title: threadTitle,
  section: { type: 'ForumSection', id: sectionId },
  author: viewUser(authorId, authorName),
  html: html ?? '',
})

/** `row` is undefined or null if it was never assigned. */
export function viewAssignment(row: AssignmentRow | undefined | null): Assignment {
  if (!row) return { assignee: null, assigned_by: null, time: null }
  return {
    assignee: viewUserOrNull(row.assigneeId, row.assigneeName),
    assigned_by: viewUser(row.assignedById, row.assignedByName),
    time: timestamp(row.time),
  }
}

export function viewNote(row: NoteRow): ReportNote {
  return {
    type: 'ForumReportNote',
    id: row.id,
    time: timestamp(row.time),
    author: viewUser(row.authorId, row.authorName),
    body: row.body,
  }
}

export const viewWork = ({ assignment, noteCount, lastNote }: WorkRow): QueuedReport['work'] => ({
  assignment: viewAssignment(assignment),
  notes: { count: noteCount, last: lastNote && viewNote(lastNote) },
})
