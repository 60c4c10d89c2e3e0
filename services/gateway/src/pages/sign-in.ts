import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { signIn, signInTakesCaptcha } from '../areas/auth/operations/sign-in.ts'
import { SignInBody } from '../areas/auth/schemas.ts'
import { sidCookie } from '../credentials/cookie.ts'
import { visitorOf } from '../credentials/visitor.ts'
import { isSecure } from '../http/secure.ts'
import { askerOf } from '../passwords/asker.ts'
import { costlyPage, formFields, nextQuery, page } from './forms.ts'
import { html } from './html.ts'
import { type Problem, problemOfForm, problemOfRefusal } from './messages.ts'
import { safeNext, withNext } from './next.ts'
import { captcha, field, hidden, message } from './parts.ts'
import { memberName, type Site, show } from './site.ts'
import { wordsFor } from './words/words.ts'

interface Filled {
  next: string
  login?: string | undefined
  problem?: Problem
}

const SignInForm = Type.Object({ ...SignInBody.properties, ...formFields })

export function signInRoutes(app: Server, site: Site): void {
  const { context, tokens } = site

  app.get('/sign-in', { ...page, schema: { querystring: nextQuery } }, (request, reply) =>
    showSignIn(site, request, reply, { next: safeNext(request.query.next) }),
  )

  app.post(
    '/sign-in',
    { ...costlyPage, schema: { body: SignInForm }, attachValidation: true },
    async (request, reply) => {
      const { body } = request
      const filled = { next: safeNext(body.next), login: body.login }
      const problem = problemOfForm(tokens, request, body['form-token'])
      if (problem) return showSignIn(site, request, reply, { ...filled, problem })
      try {
        const asker = askerOf(request, reply)
        const { sid } = await signIn(context, request.principal, body, visitorOf(request), asker)
        reply.header('set-cookie', sidCookie(sid, isSecure(context, request)))
        return reply.redirect(filled.next, 303)
      } catch (error) {
        return showSignIn(site, request, reply, { ...filled, problem: problemOfRefusal(error, request) })
      }
    },
  )
}

async function showSignIn(site: Site, request: FastifyRequest, reply: FastifyReply, filled: Filled) {
  const { next, login, problem } = filled
  const takesCaptcha = await signInTakesCaptcha(site.context, visitorOf(request), login)
  const name = memberName(request)
  const words = wordsFor(request)
  const body = html`
${message(problem?.text)}
${name !== undefined && words.signIn.signedInAs(name, next)}
<form method="post" action="/sign-in">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('next', next)}
${field({
  name: 'login',
  label: words.signIn.login,
  autocomplete: 'username',
  value: login,
  constraints: { maxlength: 320 },
  autofocus: login === undefined,
  isWrong: problem?.field === 'login',
})}
${field({
  name: 'password',
  label: words.signIn.password,
  type: 'password',
  autocomplete: 'current-password',
  constraints: { maxlength: 1024 },
  autofocus: login !== undefined,
  isWrong: problem?.field === 'password' || problem?.status === 401,
})}
${takesCaptcha && captcha('login', words)}
<p class="choices"><button>${words.signIn.title}</button> <a href="${withNext('/register', next)}">${words.signIn.register}</a>
 <a href="/forgot-password">${words.signIn.forgot}</a></p>
</form>`
  return show(site, reply, {
    title: words.signIn.title,
    body,
    captcha: takesCaptcha,
    status: problem?.status ?? 200,
  })
}
