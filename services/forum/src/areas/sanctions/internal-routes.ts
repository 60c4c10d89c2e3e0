import { SanctionMail, SanctionMailRequest } from '@agora/shared/contracts/internal-sanctions'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getSanctionMail } from './operations/get-sanction-mail.ts'

/** It tells what only the member may read, so only this service may ask. */
const ASKER = 'mail-jobs'

export function internalSanctionRoutes(app: Server, context: Context): void {
  app.post('/internal/sanctions', {
    config: { access: access.service },
    schema: {
      operationId: 'getSanctionMail',
      summary: 'Says what is in the mail about a sanction that the mail service is writing',
      body: SanctionMailRequest,
      response: responses(SanctionMail, [common.forbidden, common.notFound, errors.nothingToSend]),
    },
    onRequest: onlyFor(ASKER),
    handler: ({ body }) => getSanctionMail(context, body.sanction),
  })
}
