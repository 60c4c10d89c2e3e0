import { toApiError } from '@agora/shared/errors/renderer'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { createUser } from '../areas/users/operations/create-user.ts'
import { CreateUserBody } from '../areas/users/schemas.ts'
import { sidCookie } from '../credentials/cookie.ts'
import { visitorOf } from '../credentials/visitor.ts'
import { errors } from '../errors.ts'
import { isSecure } from '../http/secure.ts'
import { costlyPage, formFields, nextQuery, page } from './forms.ts'
import { html } from './html.ts'
import { invalidField, messageFor, messageForField, staleForm } from './messages.ts'
import { safeNext, withNext } from './next.ts'
import { captcha, field, hidden, message } from './parts.ts'
import { type Site, show } from './site.ts'

interface Filled {
  next: string
  username?: string | undefined
  displayName?: string | undefined
  problem?: { text: string; status: number; field?: string | undefined }
}

const RegisterForm = Type.Object({ ...CreateUserBody.properties, ...formFields })

export function registerRoutes(app: Server, site: Site): void {
  const { context, tokens } = site

  app.get('/register', { ...page, schema: { querystring: nextQuery } }, (request, reply) =>
    showRegister(site, request, reply, { next: safeNext(request.query.next) }),
  )

  app.post(
    '/register',
    { ...costlyPage, schema: { body: RegisterForm }, attachValidation: true },
    async (request, reply) => {
      const { body, validationError } = request
      const filled = { next: safeNext(body.next), username: body.username, displayName: body.display_name }
      const again = (text: string, status: number, wrong?: string) =>
        showRegister(site, request, reply, { ...filled, problem: { text, status, field: wrong } })

      if (!tokens.isValid(request, body['form-token'])) return again(staleForm, 403)
      const invalid = invalidField(validationError?.validation)
      if (invalid !== undefined) return again(messageForField(invalid), 422, invalid)
      try {
        const { sid } = await createUser(context, request.principal, body, visitorOf(request))
        reply.header('set-cookie', sidCookie(sid, isSecure(context, request)))
        return reply.redirect(filled.next, 303)
      } catch (error) {
        const refusal = toApiError(error)
        const text = messageFor(refusal)
        if (text === undefined) throw error
        const isTaken = refusal.definition === errors.usernameTaken
        return again(text, refusal.definition.status, isTaken ? 'username' : undefined)
      }
    },
  )
}

function showRegister(site: Site, request: FastifyRequest, reply: FastifyReply, filled: Filled) {
  const { next, username, displayName, problem } = filled
  const wrong = problem?.field
  const takesCaptcha = site.context.captchaEnabled
  const body = html`
${message(problem?.text)}
<form method="post" action="/register">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('next', next)}
${field({
  name: 'username',
  label: 'Username',
  autocomplete: 'username',
  value: username,
  hint: 'What you sign in with: 2 to 32 lowercase letters, digits or underscores.',
  constraints: { pattern: '[a-z_][a-z0-9_]{1,31}', maxlength: 32 },
  autofocus: username === undefined || wrong === 'username',
  isWrong: wrong === 'username',
})}
${field({
  name: 'display_name',
  label: 'Display name',
  autocomplete: 'nickname',
  value: displayName,
  hint: 'What others see. You can change it later.',
  constraints: { minlength: 2, maxlength: 64 },
  autofocus: wrong === 'display_name',
  isWrong: wrong === 'display_name',
})}
${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 8 characters.',
  constraints: { minlength: 8, maxlength: 256 },
  autofocus: username !== undefined && wrong !== 'username' && wrong !== 'display_name',
  isWrong: wrong === 'password',
})}
${takesCaptcha && captcha('register')}
<p class="choices"><button>Become a member</button> <a href="${withNext('/sign-in', next)}">I am one already</a></p>
</form>`
  return show(site, reply, {
    title: 'Become a member',
    body,
    captcha: takesCaptcha,
    status: problem?.status ?? 200,
  })
}
