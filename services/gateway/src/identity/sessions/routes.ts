import { pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { isSecure } from '../../callers/secure.ts'
import { errors } from '../../errors.ts'
import { memberOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { expiredSidCookie } from '../credentials/cookie.ts'
import { sessionIdOf } from '../credentials/credential.ts'
import { Nothing } from '../emails/schemas.ts'
import { deleteSession } from './operations/delete-session.ts'
import { deleteSessions } from './operations/delete-sessions.ts'
import { listSessions } from './operations/list-sessions.ts'
import { SessionListing, SessionParams } from './schemas.ts'

const url = '/api/v1/users/:user_id/sessions'
const config = { access: access.member, takesTokens: false }
const refusals = [common.forbidden, errors.userNotFound]
const SESSIONS_PER_PAGE = 20

export const sessionRoutes = tagged('users', (app, context: Context) => {
  app.get(url, {
    config,
    schema: {
      operationId: 'listSessions',
      summary: 'Lists a member’s sessions, most recently used first',
      description: 'With the address and browser of their last use. For the member and administrators.',
      params: UserParams,
      querystring: pageQuery(SESSIONS_PER_PAGE),
      response: responses(SessionListing, refusals),
    },
    handler: ({ principal, credential, params, query }) =>
      listSessions(context, memberOf(principal), params.user_id, query, sessionIdOf(credential)),
  })

  app.delete(`${url}/:session_id`, {
    config,
    schema: {
      operationId: 'deleteSession',
      summary: 'Ends one of a member’s sessions',
      description: 'Holds from the next request. The caller’s own may be among them.',
      params: SessionParams,
      response: responses(Nothing, [...refusals, errors.sessionNotFound]),
    },
    handler: async (request, reply) => {
      const ended = await deleteSession(context, memberOf(request.principal), request.params)
      if (ended === sessionIdOf(request.credential))
        reply.header('set-cookie', expiredSidCookie(isSecure(context, request)))
      return {}
    },
  })

  app.delete(url, {
    config,
    schema: {
      operationId: 'deleteSessions',
      summary: 'Ends a member’s sessions, except the caller’s own; all of them if an administrator asks',
      description: 'Holds from the next request. The member stays signed in where they ask from.',
      params: UserParams,
      response: responses(Nothing, refusals),
    },
    handler: async ({ principal, credential, params }) => {
      await deleteSessions(context, memberOf(principal), params.user_id, sessionIdOf(credential))
      return {}
    },
  })
})
