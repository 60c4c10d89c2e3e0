import { SignInAnswer, SignInQuestion } from '@agora/shared/contracts/internal-pages'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../context.ts'
import { visitorOf } from '../credentials/visitor.ts'
import { signInTakesCaptcha } from './judge-sign-in.ts'

/** For the page where people sign in. */
export function internalAuthRoutes(app: Server, context: Context): void {
  app.post('/internal/sign-in', {
    config: { access: access.service },
    schema: {
      operationId: 'signInTakesCaptcha',
      summary: 'Says whether the next sign-in from the address of the page’s caller needs a captcha',
      body: SignInQuestion,
      response: responses(SignInAnswer, [common.forbidden]),
    },
    onRequest: onlyFor('web'),
    handler: async (request) => ({
      takes_captcha: await signInTakesCaptcha(context, visitorOf(request), request.body.login),
    }),
  })
}
