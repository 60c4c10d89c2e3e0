import { listing, pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Relational } from '../../context.ts'
import { errors } from '../../errors.ts'
import { listDeadLetters } from './operations/list-dead-letters.ts'
import { replayDeadLetter } from './operations/replay-dead-letter.ts'
import { Delivery, DeliveryPath } from './schemas.ts'

const DEFAULT_LIMIT = 20
const tags = ['Event delivery']
const refusals = [common.unauthenticated, common.invalidCredentials, common.forbidden]

export function deliveryRoutes(app: Server, relational: Relational): void {
  app.get(
    '/api/v1/apps/deliveries/dead-letters',
    {
      config: { access: access.administrator },
      schema: {
        operationId: 'listDeadLetters',
        summary: 'Event deliveries that were given up on, newest first',
        tags,
        querystring: pageQuery(DEFAULT_LIMIT),
        response: responses(listing(Delivery), [common.invalidParameter, ...refusals, common.internal]),
      },
    },
    (request) => listDeadLetters(relational, request.query),
  )

  app.post(
    '/api/v1/apps/deliveries/:delivery_id/replay',
    {
      config: { access: access.administrator },
      schema: {
        operationId: 'replayDeadLetter',
        summary: 'Send a dead letter again, under its webhook-id',
        tags,
        params: DeliveryPath,
        response: responses(Delivery, [
          ...refusals,
          errors.deliveryNotFound,
          errors.notADeadLetter,
          common.internal,
        ]),
      },
    },
    (request) => replayDeadLetter(relational, request.params.delivery_id),
  )
}
