import { errorRenderer, toApiError } from '@agora/shared/errors/renderer'
import { takesPages } from '@agora/shared/http/takes-pages'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { CONFIRM_PAGE } from '../../pages/confirm.ts'
import { errorPage } from '../../pages/error-page.ts'
import { page } from '../../pages/forms.ts'
import { html } from '../../pages/html.ts'
import { messageFor } from '../../pages/messages.ts'
import { withNext } from '../../pages/next.ts'
import { pageHeaders } from '../../pages/policy.ts'
import { type Site, show } from '../../pages/site.ts'
import { localeOf, wordsIn } from '../../pages/words/words.ts'

/** Where the browser ends up after linking; its address contains nothing from the provider. */
export const LINKED_PAGE = '/account-linked'

/** Renders an error as a page for a browser, as JSON for anyone else. */
export function failurePages({ config }: Context) {
  const renderJson = errorRenderer()
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const error = toApiError(thrown)
    const locale = localeOf(request)
    const words = wordsIn(locale)
    const text = messageFor(error, words)
    if (!takesPages(request) || text === undefined) {
      renderJson(thrown, request, reply)
      return
    }
    // With the password the member goes on from where they are.
    if (error.definition === errors.recentSignInRequired) {
      reply.redirect(withNext(CONFIRM_PAGE, request.url), 303)
      return
    }
    reply
      .code(error.definition.status)
      .headers({ ...error.headers, ...pageHeaders().headers })
      .type('text/html; charset=utf-8')
      .send(errorPage(config.site, locale, words.linking.failed, text).text)
  }
}

export function linkedPage(app: Server, site: Site): void {
  app.get(LINKED_PAGE, page, (request, reply) => {
    const { linking, toFrontPage } = wordsIn(localeOf(request))
    return show(site, reply, {
      title: linking.done,
      body: html`
<p>${linking.doneText}</p>
<p><a href="/">${toFrontPage}</a></p>`,
    })
  })
}
