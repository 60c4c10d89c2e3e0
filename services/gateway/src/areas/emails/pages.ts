import { text } from '@agora/shared/contracts/types'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isRecent } from '../../credentials/store-recent.ts'
import { sessionOf } from '../../oauth/sessions.ts'
import { currentPasswordField } from '../../pages/confirm.ts'
import { costlyPage, formFields, page } from '../../pages/forms.ts'
import { html } from '../../pages/html.ts'
import { type Problem, problemOfRefusal } from '../../pages/messages.ts'
import { withNext } from '../../pages/next.ts'
import { hidden, message } from '../../pages/parts.ts'
import { type Site, show } from '../../pages/site.ts'
import { wordsFor } from '../../pages/words/words.ts'
import { askerOf } from '../../passwords/asker.ts'
import { confirmSelf } from '../auth/operations/confirm-self.ts'
import { actorOf } from '../users/authority.ts'
import { findVerification, verifyEmail } from './operations/verify-email.ts'

const url = '/verify-email'
const querystring = Type.Object({ token: Type.Optional(Type.Unknown()) })
const VerifyForm = Type.Object({
  token: Type.Optional(Type.String()),
  /** Asked for unless the sign-in is recent. */
  current_password: Type.Optional(text(0, 1024)),
  'form-token': formFields['form-token'],
})

/** Where a mailed link leads. Opening it changes nothing, since mail scanners open links too. */
export function verifyEmailPage(app: Server, site: Site): void {
  app.get(url, { ...page, schema: { querystring } }, (request, reply) =>
    showVerify(site, request, reply, String(request.query.token ?? '')),
  )

  app.post(url, { ...costlyPage, schema: { body: VerifyForm } }, async (request, reply) => {
    const { token = '', current_password, 'form-token': formToken } = request.body
    const session = sessionOf(request)
    const words = wordsFor(request)
    if (!session || !site.tokens.isValid(request, formToken))
      return showVerify(site, request, reply, token, { text: words.staleForm, status: 403 })
    const { context } = site
    const actor = actorOf(request)
    try {
      if (current_password) await confirmSelf(context, actor, { current_password }, askerOf(request, reply))
      const link = await verifyEmail(context, actor, session.accountId, token)
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
  const words = wordsFor(request)
  const { verifyEmail: own, signIn, refusals, toFrontPage } = words
  const session = sessionOf(request)
  if (!session) {
    const next = `${url}?${new URLSearchParams({ token })}`
    const body = html`
${message(problem?.text)}
<p>${own.signIn}</p>
<p class="choices"><a class="button" href="${withNext('/sign-in', next)}">${signIn.title}</a></p>`
    return show(site, reply, { title: own.title, body, status: problem?.status ?? 200 })
  }
  const found = await findVerification(site.context, session.accountId, token)
  if (!found) {
    const body = html`
${message(refusals.invalidToken)}
<p><a href="/">${toFrontPage}</a></p>`
    return show(site, reply, { title: own.title, body, status: problem?.status ?? 400 })
  }
  const takesPassword = !(await isRecent(site.context.pool, actorOf(request)))
  const body = html`
${message(problem?.text)}
${own.ask(found.email, found.displayName, found.username)}
<form method="post" action="${url}">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('token', token)}
${takesPassword && currentPasswordField(words, problem)}
<p class="choices"><button>${own.confirm}</button> <a href="/">${own.leave}</a></p>
</form>`
  return show(site, reply, { title: own.title, body, status: problem?.status ?? 200 })
}
