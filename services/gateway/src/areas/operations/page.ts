import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply } from 'fastify'
import { assets } from '../../pages/assets.ts'
import { page } from '../../pages/forms.ts'
import { html } from '../../pages/html.ts'
import { withNext } from '../../pages/next.ts'
import { memberName, type Site, show } from '../../pages/site.ts'

export const url = '/operations'

/** A live view of the services, for administrators. Callers without a session are guests here. */
export function operationsPage(app: Server, site: Site): void {
  app.get(url, page, (request, reply) => {
    const { principal } = request
    if (memberName(request) === undefined) return reply.redirect(withNext('/sign-in', url), 303)
    if (principal.kind !== 'user' || !principal.isAdministrator) throw new ApiError(common.forbidden)
    return showOperations(site, reply)
  })
}

export const showOperations = (site: Pick<Site, 'context'>, reply: FastifyReply): FastifyReply =>
  show(site, reply, {
    title: 'Operations',
    head: html`<link rel="stylesheet" href="${assets.operationsStyle}">
<script src="${assets.operations}" defer></script>`,
    body: html`
<div class="choices">
<button id="live" aria-pressed="true" hidden>Live</button>
<p id="updated"></p>
</div>
<p id="news" role="status">Asking the services …</p>
<noscript><p>This page needs JavaScript to draw its charts.</p></noscript>
<h2>Alerts</h2>
<ul id="alerts"></ul>
<p><a href="${site.context.env.RUNBOOKS_URL}">All runbooks</a></p>
<p id="backup"></p>
<nav aria-label="Services"><ul id="overview"></ul></nav>
<div id="services"></div>`,
  })
