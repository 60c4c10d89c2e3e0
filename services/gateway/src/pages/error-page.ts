import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

/** What an OAuth request went wrong with, where the client cannot be told by a redirect (RFC 6749, 4.1.2.1). */
export const oauthErrorPage = (site: string, code: string, description: string | undefined): Html =>
  layout(site, {
    title: 'This request cannot be answered',
    body: html`
<p>An application has sent you here with a request that this site does not accept. Nothing has been shared with it.</p>
<p>Go back to the application and start again. If this page returns, tell the people who run the application
 what it says here:</p>
<p><code>${code}${description !== undefined && `: ${description}`}</code></p>`,
  })

export const errorPage = (site: string, title: string, text: string): Html =>
  layout(site, { title, body: html`<p>${text}</p><p><a href="/">To the front page</a></p>` })
