import { formFields } from '@agora/shared/http/form-fields'
import type { Server } from '@agora/shared/http/types'
import { verifyEmailPage } from '../areas/emails/pages.ts'
import { operationsPage } from '../areas/operations/page.ts'
import { passwordResetPages } from '../areas/password-reset/pages.ts'
import { linkedPage } from '../areas/providers/pages.ts'
import type { Context } from '../context.ts'
import type { LazyProvider } from '../oauth/lazy.ts'
import { assetRoutes } from './assets.ts'
import { confirmRoutes } from './confirm.ts'
import { consentRoutes } from './consent.ts'
import { showError } from './errors.ts'
import { formTokens } from './form-token.ts'
import { landingRoutes } from './landing.ts'
import { registerRoutes } from './register.ts'
import { signInRoutes } from './sign-in.ts'
import { signOutRoutes } from './sign-out.ts'
import type { Site } from './site.ts'

const areas = [
  landingRoutes,
  signInRoutes,
  registerRoutes,
  signOutRoutes,
  confirmRoutes,
  consentRoutes,
  verifyEmailPage,
  passwordResetPages,
  linkedPage,
  operationsPage,
]

/** The pages at the root of the site: plain HTML that, apart from the captcha, works without JavaScript. */
export function pageRoutes(app: Server, context: Context, provider: LazyProvider): void {
  assetRoutes(app)
  const site: Site = { context, tokens: formTokens(context), provider }

  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => Object.fromEntries(formFields(body)),
    )
    scope.setErrorHandler((error, request, reply) => showError(context, error, request, reply))
    for (const mount of areas) mount(scope, site)
  })
}
