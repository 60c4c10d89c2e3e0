import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { nameAdministrator } from './operations/name-administrator.ts'
import { revokeAdministrator } from './operations/revoke-administrator.ts'

const url = '/api/v1/users/:user_id/administrator'
const Nothing = Type.Unsafe<undefined>({ description: 'An empty body.' })
const refusals = [common.recentSignInRequired, errors.userNotFound]

/** Further administrators, beside the configured one. */
export const administratorRoutes = tagged('users', (app, context: Context) => {
  app.put(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'nameAdministrator',
      summary: 'Makes a member an administrator',
      description:
        'For administrators who have signed in recently. The member is told by mail. Repeating it changes nothing.',
      params: UserParams,
      response: responses(Nothing, [...refusals, errors.administratorBanned]),
    },
    handler: async (request, reply) => {
      await nameAdministrator(context, actorOf(request), request.params.user_id)
      return reply.send()
    },
  })

  app.delete(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'revokeAdministrator',
      summary: 'Takes the role of an administrator from a member',
      description:
        'For administrators who have signed in recently, of themselves too. The member is signed out everywhere and told by mail. Nothing changes if the member is no administrator.',
      params: UserParams,
      response: responses(Nothing, [...refusals, errors.administratorConfigured]),
    },
    handler: async (request, reply) => {
      await revokeAdministrator(context, actorOf(request), request.params.user_id)
      return reply.send()
    },
  })
})
