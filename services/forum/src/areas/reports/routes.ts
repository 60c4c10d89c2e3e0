import { pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { createOnce, IdempotencyHeaders, type KeyedRequest } from '../../idempotency/create-once.ts'
import { PostParams, ThreadParams } from '../../resources/schemas.ts'
import { targetReference } from './authority.ts'
import { createReport, readCreatedReport } from './operations/create-report.ts'
import { getReport } from './operations/get-report.ts'
import { listOwnReports } from './operations/list-own-reports.ts'
import { listReports } from './operations/list-reports.ts'
import { resolveReport } from './operations/resolve-report.ts'
import { resolveReports } from './operations/resolve-reports.ts'
import {
  OwnReports,
  QueueQuery,
  Report,
  ReportInput,
  ReportParams,
  ReportQueue,
  Resolution,
  Resolutions,
  ResolutionsInput,
} from './schemas.ts'

const creation = {
  description:
    'Any member may report what is not their own, and sees in their own reports what became of it. `Idempotency-Key` creates once.',
  headers: IdempotencyHeaders,
  body: ReportInput,
  response: responses(Report, [
    errors.cannotReport,
    errors.reportTargetNotFound,
    errors.alreadyReported,
    errors.invalidIdempotencyKey,
    errors.idempotencyKeyUsed,
  ]),
}

export const reportRoutes = tagged('Forum reports', (app, context: Context) => {
  const report = (
    request: KeyedRequest & { body: ReportInput },
    reply: FastifyReply,
    kind: 'post' | 'thread',
    ref: string,
  ) =>
    createOnce(context, request, reply, {
      create: async (attempt) =>
        createReport(context, request.principal, targetReference(kind, ref), request.body, attempt),
      read: (id) => readCreatedReport(context, id),
    })

  app.post('/api/v1/forum/posts/:post_ref/reports', {
    config: { access: access.anyone },
    schema: {
      operationId: 'reportPost',
      summary: 'Report a post',
      params: PostParams,
      ...creation,
    },
    handler: (request, reply) => report(request, reply, 'post', request.params.post_ref),
  })

  app.post('/api/v1/forum/threads/:thread_ref/reports', {
    config: { access: access.anyone },
    schema: { operationId: 'reportThread', summary: 'Report a thread', params: ThreadParams, ...creation },
    handler: (request, reply) => report(request, reply, 'thread', request.params.thread_ref),
  })

  app.get('/api/v1/forum/reports', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listReports',
      summary: 'Read the report queue',
      description:
        'Newest first. A section’s moderators name the section; without it the queue is for global moderators and administrators.',
      querystring: QueueQuery,
      response: responses(ReportQueue, [errors.cannotReadReportQueue, errors.sectionNotFound]),
    },
    handler: ({ principal, query }) => listReports(context, principal, query),
  })

  app.get('/api/v1/forum/self/reports', {
    config: { access: access.member },
    schema: {
      operationId: 'listOwnReports',
      summary: 'Read the caller’s own reports',
      description: 'With status and resolution note, without who resolved them.',
      querystring: pageQuery(THREADS_PER_PAGE),
      response: responses(OwnReports, [common.cannotReadOwn]),
    },
    handler: ({ principal, query }) => listOwnReports(context, principal, query),
  })

  app.get('/api/v1/forum/reports/:report_id', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getReport',
      summary: 'Read a report',
      description: 'With the text that was reported, for whoever may resolve it.',
      params: ReportParams,
      response: responses(Report, [errors.cannotReadReport, errors.reportNotFound]),
    },
    handler: ({ principal, params }) => getReport(context, principal, params.report_id),
  })

  app.post('/api/v1/forum/reports/:report_id/resolution', {
    config: { access: access.anyone },
    schema: {
      operationId: 'resolveReport',
      summary: 'Accept or reject a report',
      description:
        'Tells the reporter. Of simultaneous resolutions one succeeds, the others are told that it is resolved.',
      params: ReportParams,
      body: Resolution,
      response: responses(Report, [
        errors.reportResolvedToPending,
        errors.cannotResolveReport,
        errors.reportNotFound,
        errors.reportTargetNotFound,
        errors.reportAlreadyResolved,
      ]),
    },
    handler: ({ principal, params, body }) => resolveReport(context, principal, params.report_id, body),
  })

  app.post('/api/v1/forum/reports/resolutions', {
    config: { access: access.anyone },
    schema: {
      operationId: 'resolveReports',
      summary: 'Accept or reject many reports',
      description: 'Each is resolved by itself, in the order given; the answer has a status for each.',
      body: ResolutionsInput,
      response: responses(Resolutions, [errors.cannotResolveReport]),
    },
    handler: ({ principal, body }) => resolveReports(context, principal, body),
  })
})
