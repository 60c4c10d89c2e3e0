import { AvatarChoice } from '@agora/shared/contracts/internal-media'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { AvatarPath } from './schemas.ts'

export function internalAvatarRoutes(app: Server, { avatars }: Context): void {
  app.get('/internal/avatars/:user_id', {
    config: { access: access.service },
    onRequest: onlyFor('gateway'),
    schema: {
      operationId: 'getAvatarChoice',
      summary: 'Says whether a member has an avatar, for the gateway, which tells applications of it',
      params: AvatarPath,
      response: responses(AvatarChoice, [common.forbidden, common.notFound]),
    },
    handler: async ({ params }) => ({ is_chosen: (await avatars.find(params.user_id)) !== undefined }),
  })
}
