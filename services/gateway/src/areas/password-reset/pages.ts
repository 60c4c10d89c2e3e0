import { toApiError } from '@agora/shared/errors/renderer'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { costlyPage, formFields, page } from '../../pages/forms.ts'
import { html } from '../../pages/html.ts'
import { type Problem, problemOfForm, problemOfRefusal } from '../../pages/messages.ts'
import { field, hidden, message } from '../../pages/parts.ts'
import { type Site, show } from '../../pages/site.ts'
import { wordsFor } from '../../pages/words/words.ts'
import { askerOf } from '../../passwords/asker.ts'
import { EmailBody } from '../emails/schemas.ts'
import { requestPasswordReset } from './operations/request-password-reset.ts'
import { isResetToken, resetPassword } from './operations/reset-password.ts'
import { ResetPasswordBody } from './schemas.ts'

const FORGOT = '/forgot-password'
const RESET = '/reset-password'

const querystring = Type.Object({ token: Type.Optional(Type.Unknown()) })
const ForgotForm = Type.Object({ ...EmailBody.properties, 'form-token': formFields['form-token'] })
const ResetForm = Type.Object({ ...ResetPasswordBody.properties, 'form-token': formFields['form-token'] })

/** Where a member who cannot sign in requests a mail, and where its link leads. */
export function passwordResetPages(app: Server, site: Site): void {
  const { context, tokens } = site

  app.get(FORGOT, page, (request, reply) => showForgot(site, request, reply))

  app.post(
    FORGOT,
    { ...costlyPage, schema: { body: ForgotForm }, attachValidation: true },
    async (request, reply) => {
      const { body } = request
      const words = wordsFor(request)
      const problem = problemOfForm(tokens, request, body['form-token'])
      if (problem) return showForgot(site, request, reply, body.email, problem)
      await requestPasswordReset(context, body.email)
      return show(site, reply, {
        title: words.reset.sent,
        body: html`
${words.reset.sentText(body.email)}
<p><a href="/sign-in">${words.reset.toSignIn}</a></p>`,
      })
    },
  )

  app.get(RESET, { ...page, schema: { querystring } }, async (request, reply) => {
    const token = String(request.query.token ?? '')
    return (await isResetToken(context, token))
      ? showReset(site, request, reply, token)
      : showUseless(site, reply)
  })

  app.post(
    RESET,
    { ...costlyPage, schema: { body: ResetForm }, attachValidation: true },
    async (request, reply) => {
      const { body } = request
      const words = wordsFor(request)
      const token = String(body.token ?? '')
      const problem = problemOfForm(tokens, request, body['form-token'])
      if (problem) return showReset(site, request, reply, token, problem)
      try {
        await resetPassword(context, request.principal, body, askerOf(request, reply))
      } catch (error) {
        if (toApiError(error).definition.status === 400) return showUseless(site, reply)
        return showReset(site, request, reply, token, problemOfRefusal(error, request))
      }
      return show(site, reply, {
        title: words.reset.done,
        body: html`
<p>${words.reset.doneText}</p>
<p class="choices"><a class="button" href="/sign-in">${words.signIn.title}</a></p>`,
      })
    },
  )
}

function showForgot(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  email?: string,
  problem?: Problem,
) {
  const { reset: words } = wordsFor(request)
  const body = html`
${message(problem?.text)}
<form method="post" action="${FORGOT}">
${hidden('form-token', site.tokens.issue(request, reply))}
${field({
  name: 'email',
  label: words.email,
  autocomplete: 'email',
  value: email,
  hint: words.emailHint,
  constraints: { maxlength: 254 },
  autofocus: true,
  isWrong: problem?.field === 'email',
})}
<p class="choices"><button>${words.send}</button> <a href="/sign-in">${words.remembered}</a></p>
</form>`
  return show(site, reply, { title: words.forgot, body, status: problem?.status ?? 200 })
}

function showReset(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  problem?: Problem,
) {
  const { reset: words } = wordsFor(request)
  const body = html`
${message(problem?.text)}
<form method="post" action="${RESET}">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('token', token)}
${field({
  name: 'password',
  label: words.newPassword,
  type: 'password',
  autocomplete: 'new-password',
  hint: words.newPasswordHint,
  constraints: { minlength: 8, maxlength: 256 },
  autofocus: true,
  isWrong: problem?.field === 'password',
})}
<p class="choices"><button>${words.set}</button></p>
</form>`
  return show(site, reply, { title: words.choose, body, status: problem?.status ?? 200 })
}

function showUseless(site: Site, reply: FastifyReply) {
  const { reset: words } = wordsFor(reply.request)
  return show(site, reply, {
    title: words.useless,
    body: html`
<p>${words.uselessText}</p>
<p class="choices"><a class="button" href="${FORGOT}">${words.another}</a></p>`,
    status: 400,
  })
}
