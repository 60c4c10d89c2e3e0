import { ResetAnswer, TokenQuestion } from '@agora/shared/contracts/internal-pages'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../context.ts'
import { findPasswordReset } from './operations/find-password-reset.ts'

/** For the page that a reset mail leads to. */
export function internalPasswordResetRoutes(app: Server, context: Context): void {
  app.post('/internal/password-resets', {
    config: { access: access.service },
    schema: {
      operationId: 'findPasswordReset',
      summary: 'Says whether a reset token would be accepted',
      body: TokenQuestion,
      response: responses(ResetAnswer, [common.forbidden, common.notFound]),
    },
    onRequest: onlyFor('web'),
    handler: async ({ body }) => {
      await findPasswordReset(context, body.token)
      return {}
    },
  })
}
