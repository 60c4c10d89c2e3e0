import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { hasColours, LOGO_PATH, THEME_PATH } from '@agora/shared/http/look'
import { assets } from './assets.ts'
import { type Html, html } from './html.ts'
import type { Locale } from './words/words.ts'

export interface Page {
  title: string
  body: Html
  /** Adds the captcha widget's scripts to the page; the nonce of its inline style. */
  captchaNonce?: string | undefined
  /** Continues automatically to this address of the site. */
  continueTo?: string
  /** Whatever else this page loads. */
  head?: Html
}

/** The site's mark, as the web service draws it. */
const mark = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
<path d="M16 2 3 9v14l13 7 13-7V9z" class="mark"></path>
<path d="M16 9.5 9.5 22h3l1.2-2.6h4.6l1.2 2.6h3zm0 5.2 1.3 2.6h-2.6z" class="letter"></path></svg>`

/** The frame of every page. A configured theme comes from the web service. */
export function layout(
  site: AgoraConfig['site'],
  locale: Locale,
  { title, body, captchaNonce, continueTo, head }: Page,
): Html {
  const logo = site.theme.logo === undefined ? mark : html`<img src="${LOGO_PATH}" alt="" height="28">`
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${continueTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${continueTo}">`}
<title>${title === site.name ? title : `${title} – ${site.name}`}</title>
<link rel="stylesheet" href="${assets.house}">
<link rel="stylesheet" href="${assets.style}">
${hasColours(site) && html`<link rel="stylesheet" href="${THEME_PATH}">`}
<link rel="icon" href="data:,">
${head}
${captchaNonce !== undefined && captchaScripts(captchaNonce)}
</head>
<body>
<header class="site"><div class="bar"><a class="brand" href="/">${logo}<span>${site.name}</span></a></div></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

const captchaScripts = (nonce: string) => html`
<script src="${assets.captchaSetup}" nonce="${nonce}" data-solver="${assets.captchaSolver}"></script>
<script src="${assets.captchaWidget}" defer></script>`
