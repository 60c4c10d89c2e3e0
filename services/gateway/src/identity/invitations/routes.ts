import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { createInvitation } from './operations/create-invitation.ts'
import { deleteInvitation } from './operations/delete-invitation.ts'
import { listInvitations } from './operations/list-invitations.ts'
import { InvitationInput, InvitationParams, Invitations, NewInvitation } from './schemas.ts'

const url = '/api/v1/invitations'
/** Links by which some people can register. */
export const invitationRoutes = tagged('users', (app, context: Context) => {
  app.get(url, {
    config: { access: access.member },
    schema: {
      operationId: 'listInvitations',
      summary: 'Lists invitations',
      description: 'Of everybody for administrators, their own for moderators, where they invite.',
      response: responses(Invitations, [common.forbidden]),
    },
    handler: (request) => listInvitations(context, actorOf(request)),
  })

  app.post(url, {
    config: { access: access.member },
    schema: {
      operationId: 'createInvitation',
      summary: 'Makes an invitation',
      description:
        'For administrators and, where the site says so, moderators, who have signed in recently. At most 100 that can still be used.',
      body: InvitationInput,
      response: responses(NewInvitation, [
        common.forbidden,
        common.recentSignInRequired,
        errors.tooManyInvitations,
      ]),
    },
    handler: (request) => createInvitation(context, actorOf(request), request.body),
  })

  app.delete(`${url}/:invitation_id`, {
    config: { access: access.member },
    schema: {
      operationId: 'deleteInvitation',
      summary: 'Ends an invitation at once',
      description: 'Who has registered by it stays.',
      params: InvitationParams,
      response: responses(Type.Unsafe<undefined>({ description: 'An empty body.' }), [
        common.forbidden,
        errors.invitationNotFound,
      ]),
    },
    handler: async (request, reply) => {
      await deleteInvitation(context, actorOf(request), request.params.invitation_id)
      return reply.send()
    },
  })
})
