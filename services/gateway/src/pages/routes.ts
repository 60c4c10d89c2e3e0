import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { toApiError } from '@agora/shared/errors/renderer'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { verifyEmailPage } from '../areas/emails/pages.ts'
import { operationsPage } from '../areas/operations/page.ts'
import { passwordResetPages } from '../areas/password-reset/pages.ts'
import { linkedPage } from '../areas/providers/pages.ts'
import type { Context } from '../context.ts'
import { judgeOrigin } from '../credentials/session.ts'
import type { LazyProvider } from '../oauth/lazy.ts'
import { assetRoutes } from './assets.ts'
import { consentRoutes } from './consent.ts'
import { formTokens } from './form-token.ts'
import { html } from './html.ts'
import { landingRoutes } from './landing.ts'
import { messageFor } from './messages.ts'
import { registerRoutes } from './register.ts'
import { signInRoutes } from './sign-in.ts'
import { signOutRoutes } from './sign-out.ts'
import { type Site, show } from './site.ts'

const areas = [
  landingRoutes,
  signInRoutes,
  registerRoutes,
  signOutRoutes,
  consentRoutes,
  verifyEmailPage,
  passwordResetPages,
  linkedPage,
  operationsPage,
]

/** The pages at the root of the site: plain HTML that works without JavaScript, but for the captcha. */
export function pageRoutes(app: Server, context: Context, provider: LazyProvider): void {
  assetRoutes(app)
  const site: Site = { context, tokens: formTokens(context), provider }

  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    // Also of guests: signing in is a write that another site's page must not make.
    scope.addHook('preValidation', async (request) => judgeOrigin(context, request))
    scope.setErrorHandler((error, request, reply) => showError(site, error, request, reply))
    for (const mount of areas) mount(scope, site)
  })
}

function showError(site: Site, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = thrown instanceof ApiError ? thrown : toApiError(thrown)
  const { status } = error.definition
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'a page failed')
  const isOurs = status >= 500 && error.definition !== common.unavailable
  const text =
    messageFor(error) ??
    (isOurs
      ? 'Something went wrong on this side. It has been noted; try again in a while.'
      : 'This page cannot do anything with what it was sent. Go back and try again.')
  return show(site, reply.headers(error.headers), {
    title: isOurs ? 'Something went wrong' : 'That did not work',
    body: html`<p role="alert">${text}</p><p><a href="/">To the front page</a></p>`,
    status,
  })
}
