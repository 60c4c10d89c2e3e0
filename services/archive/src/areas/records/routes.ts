import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { historyRoutes } from './history-routes.ts'
import { getGameACreature } from './operations/get-game-a-creature.ts'
import { getGameAUser } from './operations/get-game-a-user.ts'
import { getGameBUser } from './operations/get-game-b-user.ts'
import { getGameCRewards } from './operations/get-game-c-rewards.ts'
import { getGameCScores } from './operations/get-game-c-scores.ts'
import { getGameCUser } from './operations/get-game-c-user.ts'
import { listRecords } from './operations/list-records.ts'
import {
  ArchivedRecords,
  GameACreature,
  GameAUser,
  GameBUser,
  GameCRewards,
  GameCScores,
  GameCUser,
  pathParameters,
  recordsQuery,
} from './schemas.ts'

const config = { access: access.anyone }
const PREFIX = '/api/v1/archive'
const DEFAULT_LIMIT = 20
/** The errors of a game account's route, besides its own not-found. */
const svcErrors = [errors.linkedByUnreadable, errors.linkedUserUnreadable, errors.internal]

const { server, user_id, creature_id, site_id } = pathParameters
const ServerUser = Type.Object({ server, user_id })
const ServerCreature = Type.Object({ server, creature_id })
const User = Type.Object({ user_id })
const UserSite = Type.Object({ user_id, site_id })

/** Public reads; credentials are ignored. */
export const recordRoutes = tagged('archive', (app, context: Context) => {
  app.get(`${PREFIX}/game_a/:server/users/:user_id`, {
    config,
    schema: {
      operationId: 'getGameAUser',
      summary: 'An archived account of game A',
      description: 'Each value with the period in which it held. A value that was never observed is null.',
      params: ServerUser,
      response: responses(GameAUser, [errors.gameAUserNotFound, ...svcErrors]),
    },
    handler: ({ principal, params }) => getGameAUser(context, principal, params.server, params.user_id),
  })
  app.get(`${PREFIX}/game_a/:server/creatures/:creature_id`, {
    config,
    schema: {
      operationId: 'getGameACreature',
      summary: 'An archived creature of game A',
      description: 'Each value with the period in which it held. A value that was never observed is null.',
      params: ServerCreature,
      response: responses(GameACreature, [errors.gameACreatureNotFound, errors.internal]),
    },
    handler: ({ params }) => getGameACreature(context, params.server, params.creature_id),
  })
  app.get(`${PREFIX}/game_b/:server/users/:user_id`, {
    config,
    schema: {
      operationId: 'getGameBUser',
      summary: 'An archived account of game B',
      description: 'Each value with the period in which it held. A value that was never observed is null.',
      params: ServerUser,
      response: responses(GameBUser, [errors.gameBUserNotFound, ...svcErrors]),
    },
    handler: ({ principal, params }) => getGameBUser(context, principal, params.server, params.user_id),
  })
  app.get(`${PREFIX}/game_c/users/:user_id`, {
    config,
    schema: {
      operationId: 'getGameCUser',
      summary: 'An archived account of game C',
      description: 'Each value with the period in which it held. A value that was never observed is null.',
      params: User,
      response: responses(GameCUser, [errors.gameCUserNotFound, ...svcErrors]),
    },
    handler: ({ principal, params }) => getGameCUser(context, principal, params.user_id),
  })
  app.get(`${PREFIX}/game_c/users/:user_id/scores`, {
    config,
    schema: {
      operationId: 'getGameCScores',
      summary: 'The archived scores of an account of game C',
      description: 'Empty for an account that is unknown or was never observed.',
      params: User,
      response: responses(GameCScores, [errors.internal]),
    },
    handler: ({ params }) => getGameCScores(context, params.user_id),
  })
  app.get(`${PREFIX}/game_c/users/:user_id/rewards/:site_id`, {
    config,
    schema: {
      operationId: 'getGameCRewards',
      summary: 'The archived rewards of an account of game C on one site',
      description: 'Empty for an account that is unknown or was never observed.',
      params: UserSite,
      response: responses(GameCRewards, [errors.internal]),
    },
    handler: ({ params }) => getGameCRewards(context, params.user_id, params.site_id),
  })
  historyRoutes(app, context)
  app.get(`${PREFIX}/records`, {
    config,
    schema: {
      operationId: 'listArchivedRecords',
      summary: 'Archived accounts and creatures, by name',
      description:
        'Public. All of them, or those of a type, of a server, or whose name begins with a text. There is no count: ' +
        '`next` leads on. A server that the configuration does not name has none.',
      querystring: recordsQuery(DEFAULT_LIMIT),
      response: responses(ArchivedRecords, [errors.internal]),
    },
    handler: ({ query }) => listRecords(context, query),
  })
})
