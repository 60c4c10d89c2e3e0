import { Digest, DigestRequest } from '@agora/shared/contracts/internal-digests'
import { access } from '@agora/shared/http/access'
import { passBodiesOver } from '@agora/shared/http/bodies'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Server } from '@agora/shared/http/types'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { createDigest } from './operations/create-digest.ts'
import { findUnsubscribeLink } from './operations/find-unsubscribe-link.ts'
import { unsubscribeFromDigests } from './operations/unsubscribe-from-digests.ts'
import { Unsubscribed, UnsubscribeParams } from './schemas.ts'

/** A one-click request has one short field. In bytes. */
const MAX_FORM_BYTES = 4 * 1024
const UNSUBSCRIBE = '/api/v1/notifications/unsubscribe/:token'

const config = { access: access.anyone }
const toPage = Type.Unsafe<undefined>({ description: 'For a browser: to the page with the button.' })

export const digestRoutes = tagged('Forum notifications', (app, context: Context) => {
  app.post('/internal/digests', {
    config: { access: access.services('mail-jobs') },
    schema: {
      operationId: 'createDigest',
      summary: 'Says what is in a digest that the mail service is writing',
      body: DigestRequest,
      response: responses(Digest, [errors.nothingToSend]),
    },
    handler: ({ body }) => createDigest(context, body.mail_id),
  })

  app.get(UNSUBSCRIBE, {
    config,
    schema: {
      operationId: 'findUnsubscribeLink',
      summary: 'Say whether a link ends the digests that a mail belongs to',
      description:
        'Changes nothing. Callers who do not ask for JSON alone are redirected to a page with a button.',
      params: UnsubscribeParams,
      response: { ...responses(Unsubscribed, [errors.unsubscribeLinkNotFound]), 303: toPage },
    },
    handler: async (request, reply) => {
      const { token } = request.params
      await findUnsubscribeLink(context, token)
      reply.headers({ 'cache-control': 'no-store', vary: 'accept' })
      if (request.headers.accept === 'application/json') return {}
      return reply.redirect(`/unsubscribe/${token}`, 303)
    },
  })

  app.register(async (scope: Server) => {
    // Mail programs send a form of either kind (RFC 8058); only the link matters.
    passBodiesOver(scope)
    scope.post(UNSUBSCRIBE, {
      config: { ...config, anyBody: true },
      bodyLimit: MAX_FORM_BYTES,
      schema: {
        operationId: 'unsubscribeFromDigests',
        summary: 'End the digests that a mail belongs to',
        description:
          'One-click unsubscription (RFC 8058): needs no session, ignores the body, and may be repeated.',
        tags: ['Forum notifications'],
        params: UnsubscribeParams,
        response: responses(Unsubscribed, [errors.unsubscribeLinkNotFound]),
      },
      handler: async (request) => {
        await unsubscribeFromDigests(context, request.params.token)
        return {}
      },
    })
  })
})
