import { GameLinkRequest, InternalGameLink } from '@agora/shared/contracts/internal-game-links'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { getGameLink } from './operations/get-game-link.ts'

/** It shows links on game accounts. */
const ASKER = 'archive'

export function internalGameLinkRoutes(app: Server, context: Context): void {
  app.post('/internal/game-links', {
    config: { access: access.service },
    schema: {
      operationId: 'getGameLink',
      summary: 'Says what a link to a game account is of, for the archive',
      body: GameLinkRequest,
      response: responses(InternalGameLink, [common.forbidden, common.notFound, errors.gameLinkNotFound]),
    },
    onRequest: onlyFor(ASKER),
    handler: ({ body }) => getGameLink(context, body.link),
  })
}
