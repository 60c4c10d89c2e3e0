import { listing, pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context, Relational } from '../../context.ts'
import { errors } from '../../errors.ts'
import { AppPath } from '../apps/schemas.ts'
import { getChannelDelivery } from './operations/get-channel-delivery.ts'
import { listDeadLetters } from './operations/list-dead-letters.ts'
import { listDeliveries } from './operations/list-deliveries.ts'
import { replayDeadLetter } from './operations/replay-dead-letter.ts'
import { replayDelivery } from './operations/replay-delivery.ts'
import { resumeChannel } from './operations/resume-channel.ts'
import { testChannel } from './operations/test-channel.ts'
import {
  AppDelivery,
  AppDeliveryPath,
  ChannelDelivery,
  ChannelPath,
  DEFAULT_LIMIT,
  DeliveriesQuery,
  Delivery,
  DeliveryPath,
} from './schemas.ts'

const ofAChannel = [common.forbidden, errors.appNotFound, errors.noSuchChannel]

export const deliveryRoutes = tagged('Event delivery', (app, context: Context, relational: Relational) => {
  app.get('/api/v1/apps/:app_id/channels/:channel_key/delivery', {
    config: { access: access.member },
    schema: {
      operationId: 'getChannelDelivery',
      summary: 'Whether a channel gets its deliveries',
      description: 'For administrators and owners.',
      params: ChannelPath,
      response: responses(ChannelDelivery, ofAChannel),
    },
    handler: (request) => getChannelDelivery(context, relational, request.principal, request.params),
  })

  app.post('/api/v1/apps/:app_id/channels/:channel_key/resume', {
    config: { access: access.member },
    schema: {
      operationId: 'resumeChannel',
      summary: 'Deliver to a channel again whose receiver was gone',
      description:
        'For administrators and owners. A receiver that answers 410 gets nothing more. What happens meanwhile is kept ' +
        'for seven days and delivered now.',
      params: ChannelPath,
      response: responses(ChannelDelivery, ofAChannel),
    },
    handler: (request) => resumeChannel(context, relational, request.principal, request.params),
  })

  app.post('/api/v1/apps/:app_id/channels/:channel_key/test', {
    config: { access: access.member },
    schema: {
      operationId: 'testChannel',
      summary: 'Deliver a test event to a channel',
      description:
        'For administrators and owners. Sends an event of the type `agora.test`, whatever the channel asks for.',
      params: ChannelPath,
      response: responses(AppDelivery, [...ofAChannel, errors.noEventStream]),
    },
    handler: (request) => testChannel(context, relational, request.principal, request.params),
  })

  app.get('/api/v1/apps/:app_id/deliveries', {
    config: { access: access.member },
    schema: {
      operationId: 'listDeliveries',
      summary: 'The deliveries to an app’s channels, newest first',
      description:
        'For administrators and owners. Deliveries are kept for seven days after their end, dead ones for ninety.',
      params: AppPath,
      querystring: DeliveriesQuery,
      response: responses(listing(AppDelivery), [common.forbidden, errors.appNotFound]),
    },
    handler: (request) =>
      listDeliveries(context, relational, request.principal, request.params.app_id, request.query),
  })

  app.post('/api/v1/apps/:app_id/deliveries/:delivery_id/replay', {
    config: { access: access.member },
    schema: {
      operationId: 'replayDelivery',
      summary: 'Deliver again what was delivered or given up on',
      description:
        'For administrators and owners. It is sent under its `webhook-id`, after earlier ones of its subject that are ' +
        'pending. A pending one stays as it is.',
      params: AppDeliveryPath,
      response: responses(AppDelivery, [common.forbidden, errors.appNotFound, errors.deliveryNotFound]),
    },
    handler: (request) => replayDelivery(context, relational, request.principal, request.params),
  })
})

/** What administrators see of all apps. */
export const deadLetterRoutes = tagged('Event delivery', (app, relational: Relational) => {
  app.get('/api/v1/apps/deliveries/dead-letters', {
    config: { access: access.administrator },
    schema: {
      operationId: 'listDeadLetters',
      summary: 'Event deliveries that were given up on, newest first',
      description: 'For administrators. Each can be replayed.',
      querystring: pageQuery(DEFAULT_LIMIT),
      response: responses(listing(Delivery)),
    },
    handler: (request) => listDeadLetters(relational, request.query),
  })

  app.post('/api/v1/apps/deliveries/:delivery_id/replay', {
    config: { access: access.administrator },
    schema: {
      operationId: 'replayDeadLetter',
      summary: 'Send a dead letter again, under its webhook-id',
      description: 'For administrators. Its receiver knows by the id that it may have had it before.',
      params: DeliveryPath,
      response: responses(Delivery, [errors.deliveryNotFound, errors.notADeadLetter]),
    },
    handler: (request) => replayDeadLetter(relational, request.params.delivery_id),
  })
})
