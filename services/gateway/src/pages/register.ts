import { toApiError } from '@agora/shared/errors/renderer'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { requestAccountMail } from '../areas/emails/mails.ts'
import { EmailAddress } from '../areas/emails/schemas.ts'
import { createUser } from '../areas/users/operations/create-user.ts'
import { CreateUserBody } from '../areas/users/schemas.ts'
import type { Context } from '../context.ts'
import { sidCookie } from '../credentials/cookie.ts'
import { visitorOf } from '../credentials/visitor.ts'
import { errors } from '../errors.ts'
import { isSecure } from '../http/secure.ts'
import { askerOf } from '../passwords/asker.ts'
import { costlyPage, formFields, nextQuery, page } from './forms.ts'
import { html } from './html.ts'
import { type Problem, problemOfForm, problemOfRefusal } from './messages.ts'
import { safeNext, withNext } from './next.ts'
import { captcha, field, hidden, message } from './parts.ts'
import { type Site, show } from './site.ts'
import { wordsFor } from './words/words.ts'

/** More than 64 letters with their marks have. */
const MAX_NAME_LENGTH = 512

interface Filled {
  next: string
  username?: string | undefined
  displayName?: string | undefined
  email?: string | undefined
  problem?: Problem
}

const RegisterForm = Type.Object({
  ...CreateUserBody.properties,
  /** Omitted and blank are the same. */
  email: Type.Optional(Type.Union([Type.Literal(''), EmailAddress])),
  ...formFields,
})

export function registerRoutes(app: Server, site: Site): void {
  const { context, tokens } = site

  app.get('/register', { ...page, schema: { querystring: nextQuery } }, (request, reply) =>
    showRegister(site, request, reply, { next: safeNext(request.query.next) }),
  )

  app.post(
    '/register',
    { ...costlyPage, schema: { body: RegisterForm }, attachValidation: true },
    async (request, reply) => {
      const { body } = request
      const filled = {
        next: safeNext(body.next),
        username: body.username,
        displayName: body.display_name,
        email: body.email,
      }
      const problem = problemOfForm(tokens, request, body['form-token'])
      if (problem) return showRegister(site, request, reply, { ...filled, problem })
      try {
        const asker = askerOf(request, reply)
        const { user, sid } = await createUser(context, request.principal, body, visitorOf(request), asker)
        if (body.email) await askToVerify(context, request, user.id, body.email)
        reply.header('set-cookie', sidCookie(sid, isSecure(context, request)))
        return reply.redirect(filled.next, 303)
      } catch (error) {
        const isTaken = toApiError(error).definition === errors.usernameTaken
        const refused = { ...problemOfRefusal(error, request), field: isTaken ? 'username' : undefined }
        return showRegister(site, request, reply, { ...filled, problem: refused })
      }
    },
  )
}

/** The account is created whether or not its mail can be requested. */
async function askToVerify(context: Context, request: FastifyRequest, accountId: string, email: string) {
  const { traceparent } = request.principal
  await requestAccountMail(context, { kind: 'VerifyEmail', accountId, email, traceparent }).catch((error) =>
    request.log.error(
      { err: error, user: accountId },
      'a new account’s address is not asked to be confirmed',
    ),
  )
}

function showRegister(site: Site, request: FastifyRequest, reply: FastifyReply, filled: Filled) {
  const { next, username, displayName, email, problem } = filled
  const wrong = problem?.field
  const words = wordsFor(request)
  const takesCaptcha = site.context.captchaEnabled
  const body = html`
${message(problem?.text)}
<form method="post" action="/register">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('next', next)}
${field({
  name: 'username',
  label: words.register.username,
  autocomplete: 'username',
  value: username,
  hint: words.register.usernameHint,
  constraints: { pattern: '[a-z_][a-z0-9_]{1,31}', maxlength: 32 },
  autofocus: username === undefined || wrong === 'username',
  isWrong: wrong === 'username',
})}
${field({
  name: 'display_name',
  label: words.register.displayName,
  autocomplete: 'nickname',
  value: displayName,
  hint: words.register.displayNameHint,
  constraints: { minlength: 2, maxlength: MAX_NAME_LENGTH },
  autofocus: wrong === 'display_name',
  isWrong: wrong === 'display_name',
})}
${field({
  name: 'password',
  label: words.signIn.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: words.register.passwordHint,
  constraints: { minlength: 8, maxlength: 256 },
  autofocus: username !== undefined && !['username', 'display_name', 'email'].includes(wrong ?? ''),
  isWrong: wrong === 'password',
})}
${field({
  name: 'email',
  label: words.register.email,
  type: 'email',
  autocomplete: 'email',
  value: email,
  hint: words.register.emailHint,
  constraints: { maxlength: 254 },
  isOptional: true,
  autofocus: wrong === 'email',
  isWrong: wrong === 'email',
})}
${takesCaptcha && captcha('register', words)}
<p class="choices"><button>${words.register.title}</button> <a href="${withNext('/sign-in', next)}">${words.register.memberAlready}</a></p>
</form>`
  return show(site, reply, {
    title: words.register.title,
    body,
    captcha: takesCaptcha,
    status: problem?.status ?? 200,
  })
}
