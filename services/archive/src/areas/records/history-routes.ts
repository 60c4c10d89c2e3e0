import { pageQuery } from '@agora/shared/contracts/pagination'
import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { RecordKey } from '../../observations/types.ts'
import { observedFields } from '../../observations/values.ts'
import { getFieldHistory } from './operations/get-field-history.ts'
import { ArchivePeriods, pathParameters } from './schemas.ts'

const DEFAULT_LIMIT = 20

const fieldsOf = observedFields(Type.String())

/** The operation judges `field`. */
const historyQuery = (fields: readonly string[]) =>
  Type.Object({
    field: Type.String({ description: 'One of the record’s fields.', documented: { enum: [...fields] } }),
    ...pageQuery(DEFAULT_LIMIT).properties,
  })

interface HistoryRoute {
  /** The path of the record's own route. */
  path: string
  operationId: string
  /** Whose fields they are, for the API document. */
  whose: string
  place: (params: Record<string, string>) => RecordKey
  /** Undefined if the record's own route also answers for what is not archived. */
  notFound?: ErrorDefinition
}

const histories: readonly HistoryRoute[] = [
  {
    path: 'game_a/:server/users/:user_id',
    operationId: 'getGameAUserHistory',
    whose: 'an archived account of game A',
    place: ({ server = '', user_id = '' }) => ({ type: 'GameAUser', scope: server, subject: user_id }),
    notFound: errors.gameAUserNotFound,
  },
  {
    path: 'game_a/:server/creatures/:creature_id',
    operationId: 'getGameACreatureHistory',
    whose: 'an archived creature of game A',
    place: ({ server = '', creature_id = '' }) => ({
      type: 'GameACreature',
      scope: server,
      subject: creature_id,
    }),
    notFound: errors.gameACreatureNotFound,
  },
  {
    path: 'game_b/:server/users/:user_id',
    operationId: 'getGameBUserHistory',
    whose: 'an archived account of game B',
    place: ({ server = '', user_id = '' }) => ({ type: 'GameBUser', scope: server, subject: user_id }),
    notFound: errors.gameBUserNotFound,
  },
  {
    path: 'game_c/users/:user_id',
    operationId: 'getGameCUserHistory',
    whose: 'an archived account of game C',
    place: ({ user_id = '' }) => ({ type: 'GameCUser', scope: '', subject: user_id }),
    notFound: errors.gameCUserNotFound,
  },
  {
    path: 'game_c/users/:user_id/scores',
    operationId: 'getGameCScoresHistory',
    whose: 'the archived scores of an account of game C',
    place: ({ user_id = '' }) => ({ type: 'GameCScores', scope: '', subject: user_id }),
  },
  {
    path: 'game_c/users/:user_id/rewards/:site_id',
    operationId: 'getGameCRewardsHistory',
    whose: 'the archived rewards of an account of game C on one site',
    place: ({ user_id = '', site_id = '' }) => ({ type: 'GameCRewards', scope: site_id, subject: user_id }),
  },
]

/** A parameter in a path. */
const PARAMETER = /:(\w+)/g
const isParameter = (name: string): name is keyof typeof pathParameters => name in pathParameters

/** Adds to each record's route one that lists the periods of a field; public as well. */
export const historyRoutes = tagged('archive', (app, context: Context) => {
  for (const { path, operationId, whose, place, notFound } of histories) {
    const names = [...path.matchAll(PARAMETER)].map(([, name = '']) => name).filter(isParameter)
    const parameters = Object.fromEntries(names.map((name) => [name, pathParameters[name]]))
    app.get(`/api/v1/archive/${path}/history`, {
      config: { access: access.anyone },
      schema: {
        operationId,
        summary: `The periods of a field of ${whose}, newest first`,
        description:
          'Public. Each period has the value, since when and until when it held, and when it was last seen.',
        params: Type.Object(parameters),
        querystring: historyQuery(Object.keys(fieldsOf[place({}).type])),
        response: responses(ArchivePeriods, [
          ...(notFound ? [notFound] : []),
          errors.fieldNotFound,
          errors.internal,
        ]),
      },
      handler: ({ params, query }) => getFieldHistory(context, place(params), notFound, query),
    })
  }
})
