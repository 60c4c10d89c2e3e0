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
<link rel="stylesheet" href="${assets.style}">
<link rel="icon" href="data:,">
${head}
${captchaNonce !== undefined && captchaScripts(captchaNonce)}
</head>
<body>
<header><a href="/">${site}</a></header>
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
