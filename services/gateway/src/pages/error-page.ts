import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import { type Locale, wordsIn } from './words/words.ts'

/** An OAuth error that cannot be sent to the client by a redirect (RFC 6749, 4.1.2.1). */
export function oauthErrorPage(
  site: AgoraConfig['site'],
  locale: Locale,
  code: string,
  description: string | undefined,
): Html {
  const { oauth } = wordsIn(locale)
  return layout(site, locale, {
    title: oauth.title,
    body: html`
<p>${oauth.text}</p>
<p>${oauth.tell}</p>
<p><code>${code}${description !== undefined && `: ${description}`}</code></p>`,
  })
}

export const errorPage = (site: AgoraConfig['site'], locale: Locale, title: string, text: string): Html =>
  layout(site, locale, {
    title,
    body: html`<p>${text}</p><p><a href="/">${wordsIn(locale).toFrontPage}</a></p>`,
  })
