import { ResetAnswer, TokenQuestion } from '@agora/shared/contracts/internal-pages'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { readingLanguage } from '../../callers/language.ts'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { EmailBody, Nothing } from '../emails/schemas.ts'
import { askerOf } from '../passwords/asker.ts'
import { findPasswordReset } from './operations/find-password-reset.ts'
import { requestPasswordReset } from './operations/request-password-reset.ts'
import { resetPassword } from './operations/reset-password.ts'
import { ResetPasswordBody } from './schemas.ts'

const url = '/api/v1/auth/password-reset'
export const passwordResetRoutes = tagged('auth', (app, context: Context) => {
  app.post(url, {
    config: { access: access.anyone, costly: true },
    schema: {
      operationId: 'requestPasswordReset',
      summary: 'Mails a token for setting a new password, if the address is a verified one',
      description:
        'In the language of `Accept-Language`. Always answers the same, so that nobody learns who has an account. The token is valid for an hour, once.',
      body: EmailBody,
      response: responses(Nothing, [errors.invalidOrigin]),
    },
    handler: async (request) => {
      await requestPasswordReset(context, request.body.email, readingLanguage(request))
      return {}
    },
  })

  app.put(url, {
    config: { access: access.anyone, costly: true },
    schema: {
      operationId: 'resetPassword',
      summary: 'Sets a new password by a mailed token; ends all sessions and tokens',
      description: 'The member signs in with the new password afterwards; a second factor stays what it was.',
      body: ResetPasswordBody,
      response: responses(Nothing, [errors.invalidToken, errors.invalidOrigin]),
    },
    handler: async (request, reply) => {
      await resetPassword(context, request.principal, request.body, askerOf(request, reply))
      return {}
    },
  })

  // For the page that a reset mail leads to.
  app.post('/internal/password-resets', {
    config: { access: access.services('web') },
    schema: {
      operationId: 'findPasswordReset',
      summary: 'Says whether a reset token would be accepted',
      body: TokenQuestion,
      response: responses(ResetAnswer, [common.notFound]),
    },
    handler: async ({ body }) => {
      await findPasswordReset(context, body.token)
      return {}
    },
  })
})
