import { SignInAnswer, SignInQuestion } from '@agora/shared/contracts/internal-pages'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { readingLanguage } from '../../callers/language.ts'
import { isSecure } from '../../callers/secure.ts'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { expiredSidCookie, sidCookie } from '../credentials/cookie.ts'
import { visitorOf } from '../credentials/visitor.ts'
import { RequestOptions } from '../factors/passkey-schemas.ts'
import { requestOptions } from '../factors/passkeys.ts'
import { siteOf } from '../factors/site.ts'
import { askerOf } from '../passwords/asker.ts'
import { signInTakesCaptcha } from './judge-sign-in.ts'
import { confirmSelf } from './operations/confirm-self.ts'
import { signIn } from './operations/sign-in.ts'
import { signOut } from './operations/sign-out.ts'
import { AuthContext, Confirmation, ConfirmationBody, SignInBody } from './schemas.ts'
import { authContext } from './views.ts'

const url = '/api/v1/auth/self'
export const authRoutes = tagged('auth', (app, context: Context) => {
  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'getSelf',
      summary: 'Returns who the caller is',
      description:
        'Always 200: a guest, a member, a member’s token or a client by itself. Tells whether credentials that were sent are still good.',
      response: responses(AuthContext),
    },
    handler: async ({ principal, credential }, reply) => {
      // For guests too: the answer is about the caller.
      reply.header('cache-control', 'no-store')
      return authContext(principal, credential)
    },
  })

  app.put(url, {
    config: { access: access.anyone, costly: true },
    schema: {
      operationId: 'signIn',
      summary: 'Signs a member in',
      description:
        'Sets the session’s cookie. After wrong passwords from one address, or many for one login, a solved captcha is asked for. An account with a second factor needs a code besides. A passkey signs in alone, without a password.',
      body: SignInBody,
      response: responses(AuthContext, [
        errors.invalidLogin,
        errors.secondFactorRequired,
        errors.secondFactorWrong,
        errors.passkeyRefused,
        errors.captchaRequired,
        errors.captchaInvalid,
        errors.banned,
      ]),
    },
    handler: async (request, reply) => {
      const { principal, body } = request
      const asker = askerOf(request, reply)
      const { self, sid } = await signIn(
        context,
        principal,
        body,
        visitorOf(request),
        siteOf(context, request),
        asker,
        readingLanguage(request),
      )
      reply.header('set-cookie', sidCookie(sid, isSecure(context, request)))
      return self
    },
  })

  app.post('/api/v1/auth/passkey/options', {
    config: { access: access.anyone },
    schema: {
      operationId: 'createPasskeyChallenge',
      summary: 'Says how a browser is to ask for a passkey',
      description:
        'For `navigator.credentials.get` (WebAuthn Level 3), to sign in or to confirm a session. The same for everybody; the challenge is good for five minutes and one answer.',
      response: responses(RequestOptions, []),
    },
    handler: async (request) => requestOptions(context, siteOf(context, request)),
  })

  app.put(`${url}/confirmation`, {
    config: { access: access.member, costly: true },
    schema: {
      operationId: 'confirmSelf',
      summary: 'Confirms that the session is still used by its member',
      description:
        'By the password, a code of the second factor or a passkey. For 15 minutes the session is a recent one, as after signing in. HTTP Basic always is, a token never.',
      body: ConfirmationBody,
      response: responses(Confirmation, [
        common.forbidden,
        errors.currentPasswordWrong,
        errors.secondFactorRefused,
        common.secondFactorRequired,
        errors.invalidOrigin,
      ]),
    },
    handler: (request, reply) => {
      const site = siteOf(context, request)
      return confirmSelf(context, actorOf(request), request.body, site, askerOf(request, reply))
    },
  })

  app.delete(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'signOut',
      summary: 'Ends the session',
      description:
        'The session is deleted, so that its cookie is worth nothing from then on; answers what a guest gets.',
      response: responses(AuthContext, [errors.invalidOrigin]),
    },
    handler: async (request, reply) => {
      const self = await signOut(context, request.principal, request.credential)
      reply.header('set-cookie', expiredSidCookie(isSecure(context, request)))
      return self
    },
  })

  // For the page where people sign in.
  app.post('/internal/sign-in', {
    config: { access: access.services('web') },
    schema: {
      operationId: 'signInTakesCaptcha',
      summary: 'Says whether the next sign-in from the address of the page’s caller needs a captcha',
      body: SignInQuestion,
      response: responses(SignInAnswer),
    },
    handler: async (request) => ({
      takes_captcha: await signInTakesCaptcha(context, visitorOf(request), request.body.login),
    }),
  })
})
