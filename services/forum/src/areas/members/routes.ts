import { pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getMemberHistory } from './operations/get-member-history.ts'
import { MemberHistory } from './schemas.ts'

export function memberRoutes(app: Server, context: Context): void {
  app.get(
    '/api/v1/forum/users/:user_id/history',
    {
      config: { access: access.member },
      schema: {
        operationId: 'getMemberHistory',
        summary: 'Read what moderators should know of a member',
        description:
          'For whoever may sanction, as far as they may: a section’s moderator is told of that section, and of sanctions of the whole forum without their note.',
        tags: ['Forum sanctions'],
        params: Type.Object({ user_id: Type.String({ description: 'Id of the account.' }) }),
        querystring: pageQuery(THREADS_PER_PAGE),
        response: responses(MemberHistory, [
          common.invalidParameter,
          common.unauthenticated,
          common.invalidCredentials,
          common.forbidden,
          errors.userNotFound,
          common.unavailable,
          common.internal,
        ]),
      },
    },
    ({ principal, params, query }) => getMemberHistory(context, principal, params.user_id, query),
  )
}
