import { listing, pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context, Relational } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getChannelDelivery } from './operations/get-channel-delivery.ts'
import { listDeadLetters } from './operations/list-dead-letters.ts'
import { replayDeadLetter } from './operations/replay-dead-letter.ts'
import { resumeChannel } from './operations/resume-channel.ts'
import { ChannelDelivery, ChannelPath, Delivery, DeliveryPath } from './schemas.ts'

const DEFAULT_LIMIT = 20
const tags = ['Event delivery']
const refusals = [common.unauthenticated, common.invalidCredentials, common.forbidden]

const ofAChannel = [...refusals, errors.appNotFound, errors.noSuchChannel, common.internal]

export function deliveryRoutes(app: Server, context: Context, relational: Relational): void {
  app.get(
    '/api/v1/apps/:app_id/channels/:channel_key/delivery',
    {
      config: { access: access.member },
      schema: {
        operationId: 'getChannelDelivery',
        summary: 'Whether a channel gets its deliveries',
        description: 'For administrators and owners.',
        tags,
        params: ChannelPath,
        response: responses(ChannelDelivery, ofAChannel),
      },
    },
    (request) => getChannelDelivery(context, relational, request.principal, request.params),
  )

  app.post(
    '/api/v1/apps/:app_id/channels/:channel_key/resume',
    {
      config: { access: access.member },
      schema: {
        operationId: 'resumeChannel',
        summary: 'Deliver to a channel again whose receiver was gone',
        description:
          'For administrators and owners. A receiver that answers 410 gets nothing more. What happens meanwhile is kept ' +
          'for seven days and delivered now.',
        tags,
        params: ChannelPath,
        response: responses(ChannelDelivery, ofAChannel),
      },
    },
    (request) => resumeChannel(context, relational, request.principal, request.params),
  )

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
