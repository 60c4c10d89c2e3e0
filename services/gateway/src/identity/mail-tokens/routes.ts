import { MailToken, MailTokenRequest } from '@agora/shared/contracts/internal-mail'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { createMailToken } from './operations/create-mail-token.ts'

/** With a token one can act for its member. */
export function mailTokenRoutes(app: Server, context: Context): void {
  app.post('/internal/mail-tokens', {
    config: { access: access.services('mail-jobs') },
    schema: {
      operationId: 'createMailToken',
      summary: 'Makes the token of a mail that the mail service is writing',
      body: MailTokenRequest,
      response: responses(MailToken, [errors.nothingToSend]),
    },
    handler: ({ body, protocol, host }) => createMailToken(context, body.mail_id, `${protocol}://${host}`),
  })
}
