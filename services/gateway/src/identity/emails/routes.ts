import { PendingEmails, TokenQuestion, VerificationAnswer } from '@agora/shared/contracts/internal-pages'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { readingLanguage } from '../../callers/language.ts'
import { errors } from '../../errors.ts'
import { actorOf, memberOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { memberAskedFor } from '../credentials/asked-for.ts'
import { UserLink } from '../user-links/schemas.ts'
import { findEmailVerification } from './operations/find-email-verification.ts'
import { listPendingEmails } from './operations/list-pending-emails.ts'
import { requestEmailVerification } from './operations/request-email-verification.ts'
import { resendEmail } from './operations/resend-email.ts'
import { verifyEmail } from './operations/verify-email.ts'
import { EmailBody, Nothing, ResendBody, ResentMail, TokenBody } from './schemas.ts'

const url = '/api/v1/users/:user_id/emails'
const refusals = [
  common.forbidden,
  common.recentSignInRequired,
  errors.userNotFound,
  errors.accountOfAdministrator,
]

export const emailRoutes = tagged('user links', (app, context: Context) => {
  app.post(url, {
    config: { access: access.member, costly: true },
    schema: {
      operationId: 'requestEmailVerification',
      summary: 'Mails a token to an address, to verify it',
      description:
        'In the language of `Accept-Language`. Answers the same whether or not the address is known. The token in the mail is valid for a day, once.',
      params: UserParams,
      body: EmailBody,
      response: responses(Nothing, refusals),
    },
    handler: async (request) => {
      const { params, body } = request
      const language = readingLanguage(request)
      await requestEmailVerification(context, actorOf(request), params.user_id, body.email, language)
      return {}
    },
  })

  app.put(url, {
    config: { access: access.member },
    schema: {
      operationId: 'verifyEmail',
      summary: 'Links the address that the token was mailed to',
      description: 'The address belongs to one account at a time. New links are private.',
      params: UserParams,
      body: TokenBody,
      response: responses(UserLink, [errors.invalidToken, errors.tooManyUserLinks, ...refusals]),
    },
    handler: (request) => verifyEmail(context, actorOf(request), request.params.user_id, request.body.token),
  })

  app.post(`${url}/resend`, {
    config: { access: access.administrator, bodyOptional: true, costly: true },
    schema: {
      operationId: 'resendEmail',
      summary: 'Resends a member’s last verification or reset',
      description: 'Gives the mail a new token; the one before is void.',
      params: UserParams,
      body: ResendBody,
      response: responses(ResentMail, [errors.userNotFound, errors.nothingToResend]),
    },
    handler: ({ principal, params, body }) => resendEmail(context, memberOf(principal), params.user_id, body),
  })

  // For the page that a verification mail leads to, and the one that shows what waits for it.
  app.post('/internal/email-verifications', {
    config: { access: access.services('web') },
    schema: {
      operationId: 'findEmailVerification',
      summary: 'Says what a verification token would add to the account of the page’s caller',
      body: TokenQuestion,
      response: responses(VerificationAnswer, [common.notFound]),
    },
    handler: async (request) =>
      findEmailVerification(context, await memberAskedFor(context, request), request.body.token),
  })

  app.get('/internal/pending-emails', {
    config: { access: access.services('web') },
    schema: {
      operationId: 'listPendingEmails',
      summary: 'Lists the addresses that the page’s caller has still to confirm',
      response: responses(PendingEmails, [common.notFound]),
    },
    handler: async (request) => listPendingEmails(context, await memberAskedFor(context, request)),
  })
})
