import { GameLinkRequest, InternalGameLink } from '@agora/shared/contracts/internal-game-links'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import { errors } from '../../errors.ts'
import { memberOf } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { getGameLink } from './operations/get-game-link.ts'
import { linkGameAccount } from './operations/link-game-account.ts'
import { unlinkGameAccount } from './operations/unlink-game-account.ts'
import { games, LinkBody, VersionedLink } from './schemas.ts'

const Params = Type.Object({
  user_id: Type.String({ description: 'Id of the account.' }),
  server: Type.Optional(Type.String({ description: 'The game’s server, as the configuration names it.' })),
})

export const gameLinkRoutes = tagged('users', (app, context: Context) => {
  for (const game of games) {
    const url = `/api/v1/users/:user_id/links/${game}${game === 'game_c' ? '' : '/:server'}`
    const letter = game.slice(-1).toUpperCase()

    app.put(url, {
      config: { access: access.administrator },
      schema: {
        operationId: `linkGame${letter}Account`,
        summary: 'Links a game account to a member',
        description:
          'One game account per member and server, and one member per game account. The same link again changes nothing; past links stay in the history.',
        params: Params,
        body: LinkBody,
        response: responses(VersionedLink, [
          errors.userNotFound,
          // Game C has no servers, so its slot always exists.
          ...(game === 'game_c' ? [] : [common.notFound]),
          errors.alreadyLinked,
        ]),
      },
      handler: ({ principal, params, body }) =>
        linkGameAccount(
          context,
          memberOf(principal),
          { userId: params.user_id, game, server: params.server ?? '' },
          body.id,
        ),
    })

    app.delete(url, {
      config: { access: access.member },
      schema: {
        operationId: `unlinkGame${letter}Account`,
        summary: 'Ends a member’s link to a game account',
        description:
          'For the member and administrators. The link stays in the history, with when and by whom it was ended.',
        params: Params,
        response: responses(VersionedLink, [common.forbidden, errors.userNotFound, common.notFound]),
      },
      handler: ({ principal, params }) =>
        unlinkGameAccount(context, memberOf(principal), {
          userId: params.user_id,
          game,
          server: params.server ?? '',
        }),
    })
  }

  // For the pages of game accounts.
  app.post('/internal/game-links', {
    config: { access: access.services('archive') },
    schema: {
      operationId: 'getGameLink',
      summary: 'Says what a link to a game account is of, for the archive',
      body: GameLinkRequest,
      response: responses(InternalGameLink, [errors.gameLinkNotFound]),
    },
    handler: ({ body }) => getGameLink(context, body.link),
  })
})
