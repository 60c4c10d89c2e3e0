import { accountHolders, ErasuresDone, ErasuresDue, ErasuresKnown } from '@agora/shared/contracts/erasures'
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
import { compareErasures } from './operations/compare-erasures.ts'
import { deleteUser } from './operations/delete-user.ts'
import { listDueErasures } from './operations/list-due-erasures.ts'
import { DeleteUserBody } from './schemas.ts'

/** The services that hold something of members. */
const ofHolders = { access: access.services(...accountHolders) }

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

  // For the other services, each for its own part.
  app.post('/internal/erasures/due', {
    config: ofHolders,
    schema: {
      operationId: 'listDueErasures',
      summary: 'Takes down what a service has erased, and says what it is to erase',
      body: ErasuresDone,
      response: responses(ErasuresDue),
    },
    handler: async ({ service = '', body }) => ({ due: await listDueErasures(context, service, body) }),
  })

  app.post('/internal/erasures/known', {
    config: ofHolders,
    schema: {
      operationId: 'compareErasures',
      summary: 'Compares what a service knows to be erased with what the gateway knows',
      body: ErasuresKnown,
      response: responses(Nothing),
    },
    handler: async ({ service = '', body }) => {
      await compareErasures(context, service, body)
      return {}
    },
  })
})
