import { AvatarChoice } from '@agora/shared/contracts/internal-media'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import type { AvatarSize } from '../../conversion/task.ts'
import { errors } from '../../errors.ts'
import { INERT, sendFile } from '../media/routes.ts'
import { Nothing } from '../media/schemas.ts'
import { deleteAvatar } from './operations/delete-avatar.ts'
import { getAvatar } from './operations/get-avatar.ts'
import { putAvatar } from './operations/put-avatar.ts'
import { Avatar, AvatarBody, AvatarPath, AvatarQuery } from './schemas.ts'

const url = '/api/v1/users/:user_id/avatar'
/** A page with twenty of them asks for none that its reader has just seen. */
const A_WHILE = 'public, max-age=60, stale-while-revalidate=86400'
const refusals = [common.forbidden, errors.userNotFound]

export const avatarRoutes = tagged('Pictures', (app, context: Context) => {
  app.get(url, {
    config: { access: access.anyone, anonymous: true },
    schema: {
      operationId: 'getAvatar',
      summary: 'A member’s avatar',
      description:
        'The middle square of the picture that the member has chosen, or a letter on a colour. The `ETag` changes with it.',
      params: AvatarPath,
      querystring: AvatarQuery,
      response: responses(Avatar, [errors.userNotFound]),
    },
    handler: async (request, reply) => {
      const { principal, params, query } = request
      const shown = await getAvatar(context, principal, params.user_id, Number(query.size) as AvatarSize)
      reply.header('cache-control', A_WHILE)
      if ('file' in shown) return sendFile(request, reply.type('image/webp'), shown.file, shown.etag)
      return reply.type('image/svg+xml').header('content-security-policy', INERT).send(shown.drawn)
    },
  })

  app.put(url, {
    config: { access: access.member },
    schema: {
      operationId: 'putAvatar',
      summary: 'Show a member by a picture',
      description:
        'For the member and administrators. The picture is cut square in the middle; it does not move.',
      params: AvatarPath,
      body: AvatarBody,
      response: responses(Nothing, [...refusals, errors.mediaNotFound]),
    },
    handler: ({ principal, params, body }) => putAvatar(context, principal, params.user_id, body),
  })

  app.delete(url, {
    config: { access: access.member },
    schema: {
      operationId: 'deleteAvatar',
      summary: 'Show a member by a letter again',
      description: 'For the member and administrators. The picture stays, unless nothing else shows it.',
      params: AvatarPath,
      response: responses(Nothing, [...refusals]),
    },
    handler: ({ principal, params }) => deleteAvatar(context, principal, params.user_id),
  })

  // For the gateway, which tells applications of it.
  app.get('/internal/avatars/:user_id', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'getAvatarChoice',
      summary: 'Says whether a member has an avatar',
      params: AvatarPath,
      response: responses(AvatarChoice),
    },
    handler: async ({ params }) => ({
      is_chosen: (await context.avatars.find(params.user_id)) !== undefined,
    }),
  })
})
