import { GrantAnswer, GrantQuestion } from '@agora/shared/contracts/internal-grants'
import { pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { errors } from '../../errors.ts'
import { memberOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { Nothing } from '../emails/schemas.ts'
import { deleteOauthGrant } from './operations/delete-oauth-grant.ts'
import { judgeGrant } from './operations/judge-grant.ts'
import { listOauthGrants } from './operations/list-oauth-grants.ts'
import { GrantListing, GrantParams } from './schemas.ts'

const url = '/api/v1/users/:user_id/grants'
const config = { access: access.member, takesTokens: false }
const refusals = [common.forbidden, errors.userNotFound]
const GRANTS_PER_PAGE = 20

export const grantRoutes = tagged('users', (app, context: Context) => {
  app.get(url, {
    config,
    schema: {
      operationId: 'listOauthGrants',
      summary: 'Lists what a member has granted to applications, latest first',
      description: 'Each with its scopes and last use. For the member and administrators.',
      params: UserParams,
      querystring: pageQuery(GRANTS_PER_PAGE),
      response: responses(GrantListing, refusals),
    },
    handler: ({ principal, params, query }) =>
      listOauthGrants(context, memberOf(principal), params.user_id, query),
  })

  app.delete(`${url}/:client_id`, {
    config,
    schema: {
      operationId: 'deleteOauthGrant',
      summary: 'Revokes everything a member has granted to an application, including its tokens',
      description: 'Its access and refresh tokens end at once; the application has to ask the member anew.',
      params: GrantParams,
      response: responses(Nothing, [...refusals, errors.grantNotFound]),
    },
    handler: async ({ principal, params }) => {
      await deleteOauthGrant(context, memberOf(principal), params)
      return {}
    },
  })

  // An application’s server links its members only where they use it.
  app.post('/internal/grants/held', {
    config: { access: access.services('apps') },
    schema: {
      operationId: 'judgeGrant',
      summary: 'Says whether a member has granted a client a scope, for the applications’ service',
      body: GrantQuestion,
      response: responses(GrantAnswer),
    },
    handler: ({ body }) => judgeGrant(context, body),
  })
})
