import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { listThreads } from './operations/list-threads.ts'
import { ThreadList, ThreadListQuery } from './schemas.ts'
import { LOOK_LIMIT } from './sql.ts'

export const threadListRoutes = tagged('Forum threads', (app, context: Context) => {
  app.get('/api/v1/forum/threads', {
    config: { access: access.resolvable },
    schema: {
      operationId: 'listThreads',
      summary: 'List threads across sections',
      description: `The newest answer first, whether pinned or not; a list ends after ${LOOK_LIMIT} threads. The latest are for everybody; the others are of the member who asks.`,
      querystring: ThreadListQuery,
      response: responses(ThreadList, [common.unauthenticated, common.forbidden, errors.sectionNotFound]),
    },
    handler: ({ principal, query }) => listThreads(context, principal, query),
  })
})
