import type { Server } from '@agora/shared/http/types'
import { Type } from 'typebox'
import { signOut } from '../areas/auth/operations/sign-out.ts'
import { expiredSidCookie } from '../credentials/cookie.ts'
import { isSecure } from '../http/secure.ts'
import { formFields, page } from './forms.ts'
import { html } from './html.ts'
import { type Site, show } from './site.ts'
import { wordsFor } from './words/words.ts'

export function signOutRoutes(app: Server, site: Site): void {
  const { context, tokens } = site
  const body = Type.Object({ 'form-token': formFields['form-token'] })

  app.post('/sign-out', { ...page, schema: { body } }, async (request, reply) => {
    if (!tokens.isValid(request, request.body['form-token'])) {
      const words = wordsFor(request)
      return show(site, reply, {
        title: words.landing.stillSignedIn,
        body: html`<p>${words.staleForm}</p><p><a href="/">${words.toFrontPage}</a></p>`,
        status: 403,
      })
    }
    await signOut(context, request.principal, request.credential)
    reply.header('set-cookie', expiredSidCookie(isSecure(context, request)))
    return reply.redirect('/signed-out', 303)
  })
}
