import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { countReportTargets } from './operations/count-report-targets.ts'
import { judgeTarget } from './operations/judge-target.ts'
import { listReportTargets } from './operations/list-report-targets.ts'
import {
  Judgement,
  JudgementInput,
  PendingTargets,
  ReportedTargets,
  TargetCountQuery,
  TargetQuery,
} from './schemas.ts'

const config = { access: access.anyone }
const url = '/api/v1/forum/report-targets'
const refusals = [errors.cannotReadReportQueue, errors.sectionNotFound]

/** The report queue by what was reported: each post or thread once, judged in one act. */
export const reportTargetRoutes = tagged('Forum reports', (app, context: Context) => {
  app.get(url, {
    config,
    schema: {
      operationId: 'listReportTargets',
      summary: 'Read what was reported, each post or thread once',
      description:
        'The oldest report first, with the text as it was when it was first reported and as it is now. For the moderators of the section, or of the whole site where none is given.',
      querystring: TargetQuery,
      response: responses(ReportedTargets, refusals),
    },
    handler: ({ principal, query }) => listReportTargets(context, principal, query),
  })

  app.get(`${url}/count`, {
    config,
    schema: {
      operationId: 'countReportTargets',
      summary: 'Count what was reported and waits for a moderator',
      description: 'The number of posts and threads with pending reports, for those who may list them.',
      querystring: TargetCountQuery,
      response: responses(PendingTargets, refusals),
    },
    handler: ({ principal, query }) => countReportTargets(context, principal, query),
  })

  app.post(`${url}/judgements`, {
    config,
    schema: {
      operationId: 'judgeReportTarget',
      summary: 'Resolve all reports on a post or a thread, hide it and sanction its author in one act',
      description:
        'All of it happens, or nothing. Each part needs the right that it needs by itself, and is refused as it is by itself.',
      body: JudgementInput,
      response: responses(Judgement, [
        errors.warningCannotExpire,
        errors.cannotResolveReport,
        errors.cannotHidePost,
        errors.cannotSanction,
        errors.reportTargetNotFound,
        errors.sectionNotFound,
        errors.sanctionedUserNotFound,
        errors.reportAlreadyResolved,
        errors.threadAlreadyDeleted,
        errors.muteAlreadyInForce,
        errors.sanctionExpiryPassed,
      ]),
    },
    handler: ({ principal, body }) => judgeTarget(context, principal, body),
  })
})
