import type { Server } from '@agora/shared/http/types'
import { servesTheRest } from '../proxy/areas.ts'
import { page } from './forms.ts'
import { html } from './html.ts'
import { hidden } from './parts.ts'
import { memberName, type Site, show } from './site.ts'
import { wordsFor } from './words/words.ts'

/** The front page, and signing out. */
export function landingRoutes(app: Server, site: Site): void {
  if (!Object.values(site.context.areas).some(servesTheRest)) mountFrontPage(app, site)

  app.get('/signed-out', page, (request, reply) => {
    const { landing } = wordsFor(request)
    return show(site, reply, {
      title: landing.signedOut,
      body: html`<p>${landing.signedOutText}</p><p><a href="/sign-in">${landing.signInAgain}</a></p>`,
    })
  })
}

function mountFrontPage(app: Server, site: Site): void {
  app.get('/', page, (request, reply) => {
    const name = memberName(request)
    const words = wordsFor(request)
    const body =
      name === undefined
        ? html`
<p>${words.landing.welcome}</p>
<p class="choices"><a class="button" href="/sign-in">${words.signIn.title}</a>
 <a href="/register">${words.register.title}</a></p>`
        : html`
${words.landing.signedInAs(name)}
<form method="post" action="/sign-out">
${hidden('form-token', site.tokens.issue(request, reply))}
<button>${words.landing.signOut}</button>
</form>`
    return show(site, reply, { title: site.context.config.site.name, body })
  })
}
