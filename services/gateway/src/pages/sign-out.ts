import type { Server } from '@agora/shared/http/types'
import { Type } from 'typebox'
import { signOut } from '../areas/auth/operations/sign-out.ts'
import { expiredSidCookie } from '../credentials/cookie.ts'
import { isSecure } from '../http/secure.ts'
import { formFields, page } from './forms.ts'
import { html } from './html.ts'
import { staleForm } from './messages.ts'
import { type Site, show } from './site.ts'

export function signOutRoutes(app: Server, site: Site): void {
  const { context, tokens } = site
  const body = Type.Object({ 'form-token': formFields['form-token'] })

  app.post('/sign-out', { ...page, schema: { body } }, async (request, reply) => {
    if (!tokens.isValid(request, request.body['form-token'])) {
      return show(site, reply, {
        title: 'You are still signed in',
        body: html`<p>${staleForm}</p><p><a href="/">To the front page</a></p>`,
        status: 403,
      })
    }
    await signOut(context, request.principal, request.credential)
    reply.header('set-cookie', expiredSidCookie(isSecure(context, request)))
    return reply.redirect('/signed-out', 303)
  })
}
