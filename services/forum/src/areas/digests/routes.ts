import { Digest, DigestRequest } from '@agora/shared/contracts/internal-digests'
import { mailLanguages } from '@agora/shared/contracts/internal-mail'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { passBodiesOver } from '@agora/shared/http/bodies'
import { acceptedLanguage } from '@agora/shared/http/languages'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { createDigest } from './operations/create-digest.ts'
import { findUnsubscribeLink } from './operations/find-unsubscribe-link.ts'
import { unsubscribeFromDigests } from './operations/unsubscribe-from-digests.ts'
import { askingPage, donePage, pageHeaders } from './page.ts'
import { UnsubscribePage, UnsubscribeParams } from './schemas.ts'

/** A digest holds what its member may read, so only this service may fetch one. */
const ASKER = 'mail-jobs'
/** A one-click request has one short field. In bytes. */
const MAX_FORM_BYTES = 4 * 1024
const UNSUBSCRIBE = '/api/v1/notifications/unsubscribe/:token'

const tags = ['Forum notifications']
const config = { access: access.anyone }
const languageOf = ({ headers }: FastifyRequest) =>
  acceptedLanguage(headers['accept-language'], mailLanguages) ?? mailLanguages[0]

export function digestRoutes(app: Server, context: Context): void {
  app.post(
    '/internal/digests',
    {
      config: { access: access.service },
      schema: {
        operationId: 'createDigest',
        summary: 'Says what is in a digest that the mail service is writing',
        tags: ['internal'],
        body: DigestRequest,
        response: responses(Digest, [
          common.forbidden,
          common.notFound,
          errors.nothingToSend,
          common.invalidBody,
        ]),
      },
      onRequest: onlyFor(ASKER),
    },
    ({ body }) => createDigest(context, body.mail_id),
  )

  app.get(
    UNSUBSCRIBE,
    {
      config,
      schema: {
        operationId: 'findUnsubscribeLink',
        summary: 'Ask whether to end the digests that a mail belongs to',
        description: 'A page with a button, so that link scanners end nothing.',
        tags,
        params: UnsubscribeParams,
        response: responses(UnsubscribePage, [errors.unsubscribeLinkNotFound]),
      },
    },
    async (request, reply) => {
      await findUnsubscribeLink(context, request.params.token)
      return reply
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(askingPage(languageOf(request)))
    },
  )

  app.register(async (scope: Server) => {
    // Mail programs send a form of either kind (RFC 8058); only the link matters.
    passBodiesOver(scope)
    scope.post(
      UNSUBSCRIBE,
      {
        config: { ...config, anyBody: true },
        bodyLimit: MAX_FORM_BYTES,
        schema: {
          operationId: 'unsubscribeFromDigests',
          summary: 'End the digests that a mail belongs to',
          description:
            'One-click unsubscription (RFC 8058): needs no session, ignores the body, and may be repeated.',
          tags,
          params: UnsubscribeParams,
          response: responses(UnsubscribePage, [errors.unsubscribeLinkNotFound]),
        },
      },
      async (request, reply) => {
        await unsubscribeFromDigests(context, request.params.token)
        return reply
          .headers(pageHeaders)
          .type('text/html; charset=utf-8')
          .send(donePage(languageOf(request)))
      },
    )
  })
}
