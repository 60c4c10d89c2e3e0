import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { StreamHeaders, streamOf } from '../../streams/schemas.ts'
import { listModerationLog } from './operations/list-moderation-log.ts'
import { streamModeration } from './operations/stream-moderation.ts'
import { LogQuery, ModerationLog, ModerationStreamEvent, StreamQuery } from './schemas.ts'

export const moderationRoutes = tagged('Forum moderation', (app, context: Context) => {
  app.get('/api/v1/forum/moderation/stream', {
    config: { access: access.member },
    exposeHeadRoute: false,
    schema: {
      operationId: 'streamModeration',
      summary: 'Stream reports and moderation acts as they happen',
      description:
        'Server-Sent Events: `ReportCreated`, `ReportAssigned`, `ReportResolved` or an action of the log, with the ids involved as data. After `reset`, read everything again.',
      querystring: StreamQuery,
      headers: StreamHeaders,
      response: responses(streamOf(ModerationStreamEvent), [
        errors.cannotReadReportQueue,
        errors.sectionNotFound,
      ]),
    },
    handler: async ({ principal, query, headers }, reply) => {
      const { member, source } = await streamModeration(
        context,
        principal,
        query.section ?? null,
        headers['last-event-id'] || undefined,
      )
      await context.streams.open(member, reply, source)
      return reply
    },
  })

  app.get('/api/v1/forum/moderation_log', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listModerationLog',
      summary: 'Read the moderation log',
      description:
        'Newest first, one entry for each effective act. Without a section it is for administrators; with `of=Moderated`, for moderators of any section.',
      querystring: LogQuery,
      response: responses(ModerationLog, [errors.cannotReadModerationLog, errors.sectionNotFound]),
    },
    handler: ({ principal, query }) => listModerationLog(context, principal, query),
  })
})
