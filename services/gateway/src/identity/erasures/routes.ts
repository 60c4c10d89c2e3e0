import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { isSecure } from '../../callers/secure.ts'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { actingOf } from '../credentials/acting.ts'
import { expiredSidCookie } from '../credentials/cookie.ts'
import { Nothing } from '../emails/schemas.ts'
import { deleteUser } from './operations/delete-user.ts'
import { DeleteUserBody } from './schemas.ts'

export const erasureRoutes = tagged('users', (app, context: Context) => {
  app.delete('/api/v1/users/:user_id', {
    config: { access: access.member, bodyOptional: true, costly: true },
    schema: {
      operationId: 'deleteUser',
      summary: 'Erases a member’s account, for good',
      description:
        'The account is signed out and hidden at once; its names, addresses and links are gone within a minute. ' +
        'What the member wrote stays, by `Deleted member`. The username is free again after 30 days.',
      params: UserParams,
      body: DeleteUserBody,
      response: responses(Nothing, [
        common.forbidden,
        errors.currentPasswordMissing,
        errors.currentPasswordWrong,
        common.recentSignInRequired,
        errors.userNotFound,
        errors.administratorConfigured,
        errors.accountOfAdministrator,
      ]),
    },
    handler: async (request, reply) => {
      const { params, body } = request
      const actor = actorOf(request)
      await deleteUser(context, actor, params.user_id, body, actingOf(request, reply))
      if (actor.id === params.user_id.toLowerCase())
        reply.header('set-cookie', expiredSidCookie(isSecure(context, request)))
      return {}
    },
  })
})
