import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { expiredSidCookie, sidCookie } from '../../credentials/cookie.ts'
import { visitorOf } from '../../credentials/visitor.ts'
import { errors } from '../../errors.ts'
import { isSecure } from '../../http/secure.ts'
import { askerOf } from '../../passwords/asker.ts'
import { actorOf } from '../users/authority.ts'
import { confirmSelf } from './operations/confirm-self.ts'
import { signIn } from './operations/sign-in.ts'
import { signOut } from './operations/sign-out.ts'
import { AuthContext, Confirmation, ConfirmationBody, SignInBody } from './schemas.ts'
import { authContext } from './views.ts'

const url = '/api/v1/auth/self'
const tags = ['auth']

export function authRoutes(app: Server, context: Context): void {
  app.get(
    url,
    {
      config: { access: access.anyone },
      schema: {
        operationId: 'getSelf',
        summary: 'Returns who the caller is',
        tags,
        response: responses(AuthContext),
      },
    },
    async ({ principal, credential }, reply) => {
      // For guests too: the answer is about the caller.
      reply.header('cache-control', 'no-store')
      return authContext(principal, credential)
    },
  )

  app.put(
    url,
    {
      config: { access: access.anyone, costly: true },
      schema: {
        operationId: 'signIn',
        summary: 'Signs a member in',
        tags,
        body: SignInBody,
        response: responses(AuthContext, [
          errors.invalidLogin,
          errors.captchaRequired,
          errors.captchaInvalid,
          errors.banned,
          common.invalidBody,
          common.unavailable,
        ]),
      },
    },
    async (request, reply) => {
      const { principal, body } = request
      const asker = askerOf(request, reply)
      const { self, sid } = await signIn(context, principal, body, visitorOf(request), asker)
      reply.header('set-cookie', sidCookie(sid, isSecure(context, request)))
      return self
    },
  )

  app.put(
    `${url}/confirmation`,
    {
      config: { access: access.member, costly: true },
      schema: {
        operationId: 'confirmSelf',
        summary: 'Confirms by the password that the member is still who uses the session',
        description:
          'For 15 minutes the session is a recent one, as after signing in. HTTP Basic always is, a token never.',
        tags,
        body: ConfirmationBody,
        response: responses(Confirmation, [
          common.invalidCredentials,
          common.unauthenticated,
          common.forbidden,
          errors.currentPasswordWrong,
          errors.invalidOrigin,
          common.invalidBody,
          common.tooManyRequests,
        ]),
      },
    },
    (request, reply) => confirmSelf(context, actorOf(request), request.body, askerOf(request, reply)),
  )

  app.delete(
    url,
    {
      config: { access: access.anyone },
      schema: {
        operationId: 'signOut',
        summary: 'Ends the session',
        tags,
        response: responses(AuthContext, [errors.invalidOrigin]),
      },
    },
    async (request, reply) => {
      const self = await signOut(context, request.principal, request.credential)
      reply.header('set-cookie', expiredSidCookie(isSecure(context, request)))
      return self
    },
  )
}
