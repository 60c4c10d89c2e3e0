import { MailRecipient, MailRecipientRequest } from '@agora/shared/contracts/internal-digests'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { getMailRecipient } from './operations/get-mail-recipient.ts'

/** The answers reveal members' addresses. */
export function mailRecipientRoutes(app: Server, context: Context): void {
  app.post('/internal/mail-recipients', {
    config: { access: access.services('mail-jobs') },
    schema: {
      operationId: 'getMailRecipient',
      summary: 'Says where the mail service sends mails to a member',
      body: MailRecipientRequest,
      response: responses(MailRecipient, [errors.nothingToSend]),
    },
    handler: ({ body }) => getMailRecipient(context, body),
  })
}
