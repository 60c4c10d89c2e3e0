import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context, Relational } from '../../context.ts'
import { errors } from '../../errors.ts'
import { ChannelPath } from '../deliveries/schemas.ts'
import { rotateChannelSecret } from './operations/rotate-channel-secret.ts'
import { NewChannelSecret } from './schemas.ts'

export const secretRoutes = tagged('Event delivery', (app, context: Context, relational: Relational) => {
  app.post('/api/v1/apps/:app_id/channels/:channel_key/secret', {
    config: { access: access.member },
    schema: {
      operationId: 'rotateChannelSecret',
      summary: 'Replace a channel’s signing secret and read the new one, once',
      description:
        'For administrators and owners. The first call reveals the secret; each further one replaces it, and for a ' +
        'while deliveries are signed with both. The body is ignored.',
      params: ChannelPath,
      response: responses(NewChannelSecret, [
        common.forbidden,
        common.recentSignInRequired,
        errors.appNotFound,
        errors.noSuchChannel,
      ]),
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return rotateChannelSecret(context, relational, request.principal, request.params)
    },
  })
})
