import { PendingEmails, TokenQuestion, VerificationAnswer } from '@agora/shared/contracts/internal-pages'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../context.ts'
import { memberAskedFor } from '../credentials/asked-for.ts'
import { findEmailVerification } from './operations/find-email-verification.ts'
import { listPendingEmails } from './operations/list-pending-emails.ts'

/** For the page that a verification mail leads to, and the one that shows what waits for it. */
export function internalEmailRoutes(app: Server, context: Context): void {
  app.post('/internal/email-verifications', {
    config: { access: access.service },
    schema: {
      operationId: 'findEmailVerification',
      summary: 'Says what a verification token would add to the account of the page’s caller',
      body: TokenQuestion,
      response: responses(VerificationAnswer, [common.forbidden, common.notFound]),
    },
    onRequest: onlyFor('web'),
    handler: async (request) =>
      findEmailVerification(context, await memberAskedFor(context, request), request.body.token),
  })

  app.get('/internal/pending-emails', {
    config: { access: access.service },
    schema: {
      operationId: 'listPendingEmails',
      summary: 'Lists the addresses that the page’s caller has still to confirm',
      response: responses(PendingEmails, [common.forbidden, common.notFound]),
    },
    onRequest: onlyFor('web'),
    handler: async (request) => listPendingEmails(context, await memberAskedFor(context, request)),
  })
}
