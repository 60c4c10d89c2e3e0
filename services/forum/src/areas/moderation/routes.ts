import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { listModerationLog } from './operations/list-moderation-log.ts'
import { LogQuery, ModerationLog } from './schemas.ts'

export function moderationRoutes(app: Server, context: Context): void {
  app.get(
    '/api/v1/forum/moderation_log',
    {
      config: { access: access.anyone },
      schema: {
        operationId: 'listModerationLog',
        summary: 'Read the moderation log',
        tags: ['Forum moderation'],
        querystring: LogQuery,
        response: responses(ModerationLog, [
          common.invalidParameter,
          errors.cannotReadModerationLog,
          errors.sectionNotFound,
        ]),
      },
    },
    ({ principal, query }) => listModerationLog(context, principal, query),
  )
}
