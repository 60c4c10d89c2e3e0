interface Page {
  title: string
  /** Safe HTML. */
  content: string
  /** BCP 47. */
  locale: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => entities[mark] ?? mark)

/** The frame of an HTML mail: no scripts, nothing that is loaded from anywhere, readable in the dark. */
export function htmlPage({ title, content, locale }: Page): string {
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
  main { max-width: 36em; margin: 0 auto }
  code, pre { font-family: ui-monospace, monospace; white-space: pre-wrap }
  blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid #8888 }
</style>
</head>
<body>
<main>${content}</main>
</body>
</html>
`
}

/** Puts an image that nobody sees at the end of the page. */
export function withPixel(html: string, url: string): string {
  const image = `<img src="${escapeHtml(url)}" alt="" width="1" height="1">`
  return html.replace('</main>', () => `</main>${image}`)
}
