import { SanctionMail, SanctionMailRequest } from '@agora/shared/contracts/internal-sanctions'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getSanctionMail } from './operations/get-sanction-mail.ts'

/** It tells what only the member may read. */
export function internalSanctionRoutes(app: Server, context: Context): void {
  app.post('/internal/sanctions', {
    config: { access: access.services('mail-jobs') },
    schema: {
      operationId: 'getSanctionMail',
      summary: 'Says what is in the mail about a sanction that the mail service is writing',
      body: SanctionMailRequest,
      response: responses(SanctionMail, [errors.nothingToSend]),
    },
    handler: ({ body }) => getSanctionMail(context, body.sanction),
  })
}
