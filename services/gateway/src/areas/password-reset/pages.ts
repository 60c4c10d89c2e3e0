import { toApiError } from '@agora/shared/errors/renderer'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { costlyPage, formFields, page } from '../../pages/forms.ts'
import { html } from '../../pages/html.ts'
import { invalidField, messageFor, messageForField, staleForm } from '../../pages/messages.ts'
import { field, hidden, message } from '../../pages/parts.ts'
import { type Site, show } from '../../pages/site.ts'
import { EmailBody } from '../emails/schemas.ts'
import { requestPasswordReset } from './operations/request-password-reset.ts'
import { isResetToken, resetPassword } from './operations/reset-password.ts'
import { ResetPasswordBody } from './schemas.ts'

const FORGOT = '/forgot-password'
const RESET = '/reset-password'

const querystring = Type.Object({ token: Type.Optional(Type.Unknown()) })
const ForgotForm = Type.Object({ ...EmailBody.properties, 'form-token': formFields['form-token'] })
const ResetForm = Type.Object({ ...ResetPasswordBody.properties, 'form-token': formFields['form-token'] })

interface Problem {
  text: string
  status: number
  field?: string | undefined
}

/** Where a member who cannot sign in asks for a mail, and where its link leads. */
export function passwordResetPages(app: Server, site: Site): void {
  const { context, tokens } = site

  app.get(FORGOT, page, (request, reply) => showForgot(site, request, reply))

  app.post(
    FORGOT,
    { ...costlyPage, schema: { body: ForgotForm }, attachValidation: true },
    async (request, reply) => {
      const { body, validationError } = request
      if (!tokens.isValid(request, body['form-token']))
        return showForgot(site, request, reply, body.email, { text: staleForm, status: 403 })
      const invalid = invalidField(validationError?.validation)
      if (invalid !== undefined) {
        const problem = { text: messageForField(invalid), status: 422, field: invalid }
        return showForgot(site, request, reply, body.email, problem)
      }
      await requestPasswordReset(context, body.email)
      return show(site, reply, {
        title: 'Look into your mail',
        body: html`
<p>If <strong>${body.email}</strong> is a confirmed address of an account here, a message is on its way to it, with a
 link to choose a new password. The link works for an hour.</p>
<p><a href="/sign-in">To the sign-in page</a></p>`,
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
      const { body, validationError } = request
      const token = String(body.token ?? '')
      if (!tokens.isValid(request, body['form-token']))
        return showReset(site, request, reply, token, { text: staleForm, status: 403 })
      const invalid = invalidField(validationError?.validation)
      if (invalid !== undefined) {
        const problem = { text: messageForField(invalid), status: 422, field: invalid }
        return showReset(site, request, reply, token, problem)
      }
      try {
        await resetPassword(context, request.principal, body)
      } catch (error) {
        const refusal = toApiError(error)
        if (refusal.definition.status === 400) return showUseless(site, reply)
        const text = messageFor(refusal)
        if (text === undefined) throw error
        return showReset(site, request, reply, token, { text, status: refusal.definition.status })
      }
      return show(site, reply, {
        title: 'Your new password is set',
        body: html`
<p>Wherever you were signed in, you are no more, and applications have to ask for access again.</p>
<p class="choices"><a class="button" href="/sign-in">Sign in</a></p>`,
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
  const body = html`
${message(problem?.text)}
<form method="post" action="${FORGOT}">
${hidden('form-token', site.tokens.issue(request, reply))}
${field({
  name: 'email',
  label: 'Email address',
  autocomplete: 'email',
  value: email,
  hint: 'One that you have confirmed for your account.',
  constraints: { maxlength: 254 },
  autofocus: true,
  isWrong: problem?.field === 'email',
})}
<p class="choices"><button>Send me a link</button> <a href="/sign-in">I remember it</a></p>
</form>`
  return show(site, reply, { title: 'Forgot your password?', body, status: problem?.status ?? 200 })
}

function showReset(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  problem?: Problem,
) {
  const body = html`
${message(problem?.text)}
<form method="post" action="${RESET}">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('token', token)}
${field({
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 8 characters. You will be signed out everywhere.',
  constraints: { minlength: 8, maxlength: 256 },
  autofocus: true,
  isWrong: problem?.field === 'password',
})}
<p class="choices"><button>Set the password</button></p>
</form>`
  return show(site, reply, { title: 'Choose a new password', body, status: problem?.status ?? 200 })
}

const showUseless = (site: Site, reply: FastifyReply) =>
  show(site, reply, {
    title: 'This link does not work any more',
    body: html`
<p>It was used already, is more than an hour old, or a newer one has taken its place.</p>
<p class="choices"><a class="button" href="${FORGOT}">Get a new one</a></p>`,
    status: 400,
  })
