import { pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { createOnce, IdempotencyHeaders } from '../../idempotency/create-once.ts'
import { accessWork } from './authority.ts'
import { assignReport } from './operations/assign-report.ts'
import { createReportNote, readCreatedNote } from './operations/create-report-note.ts'
import { getReportAssignment } from './operations/get-report-assignment.ts'
import { listReportNotes } from './operations/list-report-notes.ts'
import {
  Assignment,
  AssignmentInput,
  ReportNote,
  ReportNoteInput,
  ReportNotes,
  ReportParams,
} from './schemas.ts'

const refusals = [errors.cannotResolveReport, errors.reportNotFound, errors.reportTargetNotFound]

/** How those who may resolve a report share the work on it. */
export const reportWorkRoutes = tagged('Forum reports', (app, context: Context) => {
  const assignment = '/api/v1/forum/reports/:report_id/assignment'
  const notes = '/api/v1/forum/reports/:report_id/notes'

  app.get(assignment, {
    config: { access: access.anyone },
    schema: {
      operationId: 'getReportAssignment',
      summary: 'Read a report’s assignment',
      description: 'Who works on it, and who assigned it when; all null if nobody ever was.',
      params: ReportParams,
      response: responses(Assignment, refusals),
    },
    handler: ({ principal, params }) => getReportAssignment(context, principal, params.report_id),
  })

  app.put(assignment, {
    config: { access: access.anyone },
    schema: {
      operationId: 'assignReport',
      summary: 'Assign a report',
      description: 'The assignee must be able to resolve it; null assigns nobody.',
      params: ReportParams,
      body: AssignmentInput,
      response: responses(Assignment, [
        ...refusals,
        errors.reportAlreadyResolved,
        errors.assigneeNotFound,
        errors.assigneeCannotResolve,
      ]),
    },
    handler: ({ principal, params, body }) => assignReport(context, principal, params.report_id, body),
  })

  app.get(notes, {
    config: { access: access.anyone },
    schema: {
      operationId: 'listReportNotes',
      summary: 'Read the moderators’ notes on a report',
      description: 'Oldest first, among those who may resolve the report; the reporter never sees them.',
      params: ReportParams,
      querystring: pageQuery(THREADS_PER_PAGE),
      response: responses(ReportNotes, [...refusals]),
    },
    handler: ({ principal, params, query }) => listReportNotes(context, principal, params.report_id, query),
  })

  app.post(notes, {
    config: { access: access.anyone },
    schema: {
      operationId: 'createReportNote',
      summary: 'Add a note to a report for its other moderators',
      description:
        'Seen by those who may resolve the report, never by the reporter. `Idempotency-Key` creates once.',
      params: ReportParams,
      headers: IdempotencyHeaders,
      body: ReportNoteInput,
      response: responses(ReportNote, [...refusals, errors.invalidIdempotencyKey, errors.idempotencyKeyUsed]),
    },
    handler: (request, reply) => {
      const { principal, params, body } = request
      return createOnce(context, request, reply, {
        create: (attempt) => createReportNote(context, principal, params.report_id, body, attempt),
        read: (id) => readCreatedNote(context, id),
        admit: () => accessWork(context, principal, params.report_id),
      })
    },
  })
})
