import { assets } from './assets.ts'
import { type Html, html } from './html.ts'

export interface Page {
  title: string
  body: Html
  /** Puts the captcha widget's scripts on the page; the nonce its style carries. */
  captchaNonce?: string | undefined
  /** Goes on by itself to this address of the site. */
  continueTo?: string
  /** What else this page loads. */
  head?: Html
}

/** The site's sign, as the service of the pages draws it. */
const mark = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
<path d="M16 2 3 9v14l13 7 13-7V9z" class="mark"></path>
<path d="M16 9.5 9.5 22h3l1.2-2.6h4.6l1.2 2.6h3zm0 5.2 1.3 2.6h-2.6z" class="letter"></path></svg>`

/** The frame of every page. */
export function layout(site: string, { title, body, captchaNonce, continueTo, head }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${continueTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${continueTo}">`}
<title>${title === site ? site : `${title} – ${site}`}</title>
<link rel="stylesheet" href="${assets.house}">
<link rel="stylesheet" href="${assets.style}">
<link rel="icon" href="data:,">
${head}
${captchaNonce !== undefined && captchaScripts(captchaNonce)}
</head>
<body>
<header class="site"><div class="bar"><a class="brand" href="/">${mark}<span>${site}</span></a></div></header>
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
