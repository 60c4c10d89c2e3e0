import { escapeHtml } from '@agora/shared/markup/escape'

interface Page {
  title: string
  /** Safe HTML; `footer` too. */
  content: string
  /** What a reader seldom needs, below a line. */
  footer?: string
  /** BCP 47. */
  locale: string
}

/**
 * The frame of an HTML mail: no scripts, nothing loaded, the colours of the site's pages, light and dark. Without the
 * style it still reads the same.
 */
export function htmlPage({ title, content, footer, locale }: Page): string {
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif; color: #20242b; background: #ffffff; overflow-wrap: anywhere }
  main { max-width: 36em; margin: 0 auto }
  a { color: #1d5fa8 }
  strong a { text-decoration: none }
  /* A line about what stands above it. */
  strong + br + em, footer { font-size: 14px; color: #5a6270 }
  strong + br + em { font-style: normal }
  footer { margin-top: 24px; padding-top: 12px; border-top: 1px solid #8888 }
  code, pre { font-family: ui-monospace, monospace; white-space: pre-wrap }
  blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid #8888 }
  @media (prefers-color-scheme: dark) {
    body { color: #e6e8eb; background: #14171c }
    a { color: #8ab8f0 }
    strong + br + em, footer { color: #a9b1bd }
  }
</style>
</head>
<body>
<main>${content}${footer === undefined ? '' : `<footer>${footer}</footer>`}</main>
</body>
</html>
`
}

/** Adds an invisible image to the end of the page. */
export function withPixel(html: string, url: string): string {
  const image = `<img src="${escapeHtml(url)}" alt="" width="1" height="1">`
  return html.replace('</main>', () => `</main>${image}`)
}
