import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { pixelImage } from '../../mail/pixel.ts'
import { listOutboundEmails } from './operations/list-outbound-emails.ts'
import { openOutboundEmail } from './operations/open-outbound-email.ts'
import { sendOutboundEmail } from './operations/send-outbound-email.ts'
import { takeBounce } from './operations/take-bounce.ts'
import {
  Bounce,
  BounceParams,
  NewOutboundEmail,
  OpenParams,
  OutboundEmail,
  OutboundEmailListing,
  PixelImage,
} from './schemas.ts'

const administrators = { access: access.administratorOr(common.forbidden) }

export const outboundEmailRoutes = tagged('Outbound mail', (app, context: Context) => {
  bounceRoute(app, context)
  app.get('/api/v1/outbound_email', {
    config: administrators,
    schema: {
      operationId: 'listOutboundEmails',
      summary: 'List the 100 most recently sent messages',
      description: 'For administrators, with digests of what was sent in place of the text.',
      response: responses(OutboundEmailListing),
    },
    handler: async () => listOutboundEmails(context),
  })

  app.post('/api/v1/outbound_email', {
    config: administrators,
    schema: {
      operationId: 'sendOutboundEmail',
      summary: 'Send one message and wait for it',
      description:
        'Waits at most ten seconds. The same idempotency key joins the running attempt or repeats its outcome.',
      body: NewOutboundEmail,
      response: responses(OutboundEmail, [errors.rateExhausted, errors.mailNotSent, errors.timeout]),
    },
    handler: async (request, reply) =>
      sendOutboundEmail(context, request.principal as Caller<UserPrincipal>, request.body, reply.elapsedTime),
  })

  app.get('/api/v1/outbound_email/open/:token', {
    config: { access: access.anyone },
    schema: {
      operationId: 'openOutboundEmail',
      summary: 'The image that reports a message as opened',
      description: 'One transparent pixel. Mails have it only where the instance tracks openings.',
      params: OpenParams,
      response: responses(PixelImage),
    },
    handler: async (request, reply) => {
      await openOutboundEmail(context, request.params.token)
      return reply.type('image/gif').header('cache-control', 'no-store').send(pixelImage)
    },
  })
})

/** In a scope of its own: its body is a mail, not JSON. */
function bounceRoute(app: Server, context: Context): void {
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/api/v1/outbound_email/bounces/:token', {
      config: { access: access.anyone, takes: ['message/rfc822'] },
      schema: {
        operationId: 'takeBounce',
        summary: 'Takes a mail that came back',
        description:
          'For the mail server of `mail.bounces`: the whole message is the body. Of a report (RFC 3464) that nobody gets ' +
          'mails at an address, digests to it end, and the member is told on their page.',
        tags: ['Outbound mail'],
        params: BounceParams,
        response: responses(Bounce, [common.missingBody, errors.mailNotFound]),
      },
      handler: async (request) => {
        const { body } = request as { body: unknown }
        if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError(common.missingBody)
        return takeBounce(context, request.principal, request.params.token, body)
      },
    })
  })
}
