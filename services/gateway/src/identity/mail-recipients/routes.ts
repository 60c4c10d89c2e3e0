import { MailRecipient, MailRecipientRequest } from '@agora/shared/contracts/internal-digests'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { getMailRecipient } from './operations/get-mail-recipient.ts'

/** The answers reveal members' addresses, so only this service may ask. */
const ASKER = 'mail-jobs'

export function mailRecipientRoutes(app: Server, context: Context): void {
  app.post('/internal/mail-recipients', {
    config: { access: access.service },
    schema: {
      operationId: 'getMailRecipient',
      summary: 'Says where the mail service sends mails to a member',
      body: MailRecipientRequest,
      response: responses(MailRecipient, [common.forbidden, common.notFound, errors.nothingToSend]),
    },
    onRequest: onlyFor(ASKER),
    handler: ({ body }) => getMailRecipient(context, body),
  })
}
