import { text } from '@agora/shared/contracts/types'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { confirmSelf } from '../areas/auth/operations/confirm-self.ts'
import { actorOf } from '../areas/users/authority.ts'
import { askerOf } from '../passwords/asker.ts'
import { costlyPage, formFields, nextQuery, page } from './forms.ts'
import { type Html, html } from './html.ts'
import { type Problem, problemOfForm, problemOfRefusal } from './messages.ts'
import { safeNext, withNext } from './next.ts'
import { field, hidden, message } from './parts.ts'
import { memberName, type Site, show } from './site.ts'
import { type Words, wordsFor } from './words/words.ts'

/** The page that leads on to what needs a recent sign-in. */
export const CONFIRM_PAGE = '/confirm'

const ConfirmForm = Type.Object({ current_password: text(1, 1024), ...formFields })

/** In any form whose act needs a recent sign-in. */
export const currentPasswordField = ({ confirm }: Words, problem?: Problem): Html =>
  field({
    name: 'current_password',
    label: confirm.password,
    type: 'password',
    autocomplete: 'current-password',
    constraints: { maxlength: 1024 },
    autofocus: true,
    isWrong: problem !== undefined,
  })

export function confirmRoutes(app: Server, site: Site): void {
  app.get(CONFIRM_PAGE, { ...page, schema: { querystring: nextQuery } }, (request, reply) =>
    showConfirm(site, request, reply, safeNext(request.query.next)),
  )

  app.post(
    CONFIRM_PAGE,
    { ...costlyPage, schema: { body: ConfirmForm }, attachValidation: true },
    async (request, reply) => {
      const { body } = request
      const next = safeNext(body.next)
      const problem = problemOfForm(site.tokens, request, body['form-token'])
      if (problem || memberName(request) === undefined)
        return showConfirm(site, request, reply, next, problem)
      try {
        await confirmSelf(site.context, actorOf(request), body, askerOf(request, reply))
        // An intermediate page: browsers apply this page's form policy to every redirect that follows a form.
        const { consent, goOn } = wordsFor(request)
        return show(site, reply, { title: goOn, body: consent.goOn(next), continueTo: next })
      } catch (error) {
        return showConfirm(site, request, reply, next, problemOfRefusal(error, request))
      }
    },
  )
}

function showConfirm(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  next: string,
  problem?: Problem,
) {
  const name = memberName(request)
  const words = wordsFor(request)
  if (name === undefined) return reply.redirect(withNext('/sign-in', next), 303)
  const body = html`
${message(problem?.text)}
${words.confirm.ask(name)}
<form method="post" action="${CONFIRM_PAGE}">
${hidden('form-token', site.tokens.issue(request, reply))}
${hidden('next', next)}
${currentPasswordField(words, problem)}
<p class="choices"><button>${words.goOn}</button> <a href="/">${words.verifyEmail.leave}</a></p>
</form>`
  return show(site, reply, { title: words.confirm.title, body, status: problem?.status ?? 200 })
}
