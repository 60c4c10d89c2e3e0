import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { accessUserLink } from './authority.ts'
import { deleteUserLink } from './operations/delete-user-link.ts'
import { listUserLinks } from './operations/list-user-links.ts'
import { updateUserLink } from './operations/update-user-link.ts'
import { UpdateUserLinkBody, UserLink, UserLinkParams } from './schemas.ts'

const url = '/api/v1/users/:user_id/user-links'
export const userLinkRoutes = tagged('user links', (app, context: Context) => {
  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'listUserLinks',
      summary: 'Lists a member’s verified emails and accounts at external providers',
      description: 'The member and administrators see all of them, others the public ones.',
      params: UserParams,
      response: responses(Type.Array(UserLink), [errors.userNotFound]),
    },
    handler: ({ principal, params }) => listUserLinks(context, principal, params.user_id),
  })

  app.delete(`${url}/:user_link_id`, {
    config: { access: access.anyone },
    schema: {
      operationId: 'deleteUserLink',
      summary: 'Removes one of a member’s links',
      description: 'A removed address is told of it by mail. For the member and administrators.',
      params: UserLinkParams,
      response: responses(Type.Null(), [
        common.forbidden,
        common.recentSignInRequired,
        errors.invalidOrigin,
        common.notFound,
      ]),
    },
    handler: async (request) => {
      const link = accessUserLink(request.principal, request.params, { administrators: true })
      await deleteUserLink(context, actorOf(request), link)
      return null
    },
  })

  app.patch(`${url}/:user_link_id`, {
    config: { access: access.member },
    schema: {
      operationId: 'updateUserLink',
      summary: 'Changes a link’s visibility and its position among the others',
      description: '`rank` is its place among the member’s links, from 0. Only the member may change them.',
      params: UserLinkParams,
      body: UpdateUserLinkBody,
      response: responses(UserLink, [common.forbidden, common.notFound]),
    },
    handler: ({ principal, params, body }) =>
      updateUserLink(context, accessUserLink(principal, params, { administrators: false }), body),
  })
})
