import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sessionOf } from '../../oauth/sessions.ts'
import { formFields, page } from '../../pages/forms.ts'
import { html } from '../../pages/html.ts'
import { type Problem, problemOfRefusal } from '../../pages/messages.ts'
import { withNext } from '../../pages/next.ts'
import { hidden, message } from '../../pages/parts.ts'
import { type Site, show } from '../../pages/site.ts'
import { wordsFor } from '../../pages/words/words.ts'
import { memberOf } from '../users/authority.ts'
import { findVerification, verifyEmail } from './operations/verify-email.ts'

const url = '/verify-email'
const querystring = Type.Object({ token: Type.Optional(Type.Unknown()) })
const VerifyForm = Type.Object({
  token: Type.Optional(Type.String()),
  'form-token': formFields['form-token'],
})

/** Where a mailed link leads. Opening it changes nothing, since mail scanners open links too. */
export function verifyEmailPage(app: Server, site: Site): void {
  app.get(url, { ...page, schema: { querystring } }, (request, reply) =>
    showVerify(site, request, reply, String(request.query.token ?? '')),
  )

  app.post(url, { ...page, schema: { body: VerifyForm } }, async (request, reply) => {
    const { token = '', 'form-token': formToken } = request.body
    const session = sessionOf(request)
    const words = wordsFor(request)
    if (!session || !site.tokens.isValid(request, formToken))
      return showVerify(site, request, reply, token, { text: words.staleForm, status: 403 })
    try {
      const link = await verifyEmail(site.context, memberOf(request.principal), session.accountId, token)
      const { email } = link.target as { email: string }
      return show(site, reply, {
        title: words.verifyEmail.done,
        body: html`
${words.verifyEmail.doneText(email)}
<p><a href="/">${words.toFrontPage}</a></p>`,
      })
    } catch (error) {
      return showVerify(site, request, reply, token, problemOfRefusal(error, request))
    }
  })
}

/** Names the address and the account before the click, since the link may have come from anybody. */
async function showVerify(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  problem?: Problem,
) {
  const { verifyEmail: words, signIn, refusals, toFrontPage } = wordsFor(request)
  const session = sessionOf(request)
  if (!session) {
    const next = `${url}?${new URLSearchParams({ token })}`
    const body = html`
${message(problem?.text)}
<p>${words.signIn}</p>
<p class="choices"><a class="button" href="${withNext('/sign-in', next)}">${signIn.title}</a></p>`
    return show(site, reply, { title: words.title, body, status: problem?.status ?? 200 })
  }
  const found = await findVerification(site.context, session.accountId, token)
  if (!found) {
    const body = html`
${message(refusals.invalidToken)}
<p><a href="/">${toFrontPage}</a></p>`
    return show(site, reply, { title: words.title, body, status: problem?.status ?? 400 })
  }
  const body = html`
${message(problem?.text)}
${words.ask(found.email, found.displayName, found.username)}
<form method="post" action="${url}">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('token', token)}
<p class="choices"><button>${words.confirm}</button> <a href="/">${words.leave}</a></p>
</form>`
  return show(site, reply, { title: words.title, body, status: problem?.status ?? 200 })
}
