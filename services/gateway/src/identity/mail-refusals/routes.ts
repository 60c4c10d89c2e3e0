import { MailRefusal } from '@agora/shared/contracts/internal-mail'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import { errors } from '../../errors.ts'
import { memberOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { Nothing } from '../emails/schemas.ts'
import { listRefusedEmails } from './operations/list-refused-emails.ts'
import { noteMailRefusal } from './operations/note-mail-refusal.ts'
import { RefusedEmail } from './schemas.ts'

export const mailRefusalRoutes = tagged('users', (app, context: Context) => {
  app.get('/api/v1/users/:user_id/refused-emails', {
    config: { access: access.member, takesTokens: false },
    schema: {
      operationId: 'listRefusedEmails',
      summary: 'Lists the addresses of a member at which nobody gets mails, as a mail server said',
      description:
        'For the member and administrators. Digests go to the next confirmed address, or nowhere, until the address is ' +
        'confirmed anew.',
      params: UserParams,
      response: responses(Type.Array(RefusedEmail), [common.forbidden, errors.userNotFound]),
    },
    handler: ({ principal, params }) => listRefusedEmails(context, memberOf(principal), params.user_id),
  })

  app.post('/internal/mail-refusals', {
    config: { access: access.services('mail-jobs') },
    schema: {
      operationId: 'noteMailRefusal',
      summary: 'Notes that a mail server takes no mails for an address of a member',
      body: MailRefusal,
      response: responses(Nothing),
    },
    handler: async ({ body }) => {
      await noteMailRefusal(context, body)
      return {}
    },
  })
})
