import type { Server } from '@agora/shared/http/types'
import { servesTheRest } from '../proxy/areas.ts'
import { page } from './forms.ts'
import { html } from './html.ts'
import { hidden } from './parts.ts'
import { memberName, type Site, show } from './site.ts'

/** The front page, and the way out. */
export function landingRoutes(app: Server, site: Site): void {
  if (!Object.values(site.context.areas).some(servesTheRest)) mountFrontPage(app, site)

  app.get('/signed-out', page, (_request, reply) =>
    show(site, reply, {
      title: 'You are signed out',
      body: html`<p>On this device, nobody is signed in any more.</p><p><a href="/sign-in">Sign in again</a></p>`,
    }),
  )
}

function mountFrontPage(app: Server, site: Site): void {
  app.get('/', page, (request, reply) => {
    const name = memberName(request)
    const body =
      name === undefined
        ? html`
<p>Welcome. Everybody can read here; members write, too.</p>
<p class="choices"><a class="button" href="/sign-in">Sign in</a> <a href="/register">Become a member</a></p>`
        : html`
<p>You are signed in as <strong>${name}</strong>.</p>
<form method="post" action="/sign-out">
${hidden('form-token', site.tokens.issue(request, reply))}
<button>Sign out</button>
</form>`
    return show(site, reply, { title: site.context.config.site.name, body })
  })
}
