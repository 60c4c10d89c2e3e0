import { MailToken, MailTokenRequest } from '@agora/shared/contracts/internal-mail'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { createMailToken } from './operations/create-mail-token.ts'

/** With a token one can act for its member, so only this service may ask. */
const ASKER = 'mail-jobs'

export function mailTokenRoutes(app: Server, context: Context): void {
  app.post('/internal/mail-tokens', {
    config: { access: access.service },
    schema: {
      operationId: 'createMailToken',
      summary: 'Makes the token of a mail that the mail service is writing',
      body: MailTokenRequest,
      response: responses(MailToken, [common.forbidden, common.notFound, errors.nothingToSend]),
    },
    onRequest: onlyFor(ASKER),
    handler: ({ body, protocol, host }) => createMailToken(context, body.mail_id, `${protocol}://${host}`),
  })
}
