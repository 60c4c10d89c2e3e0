/** HTML that is ready to be sent. Only `raw` and the templates make it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Whatever a template may contain. Text is escaped; nothing stands for false, true, null and undefined. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[]

/** HTML that is safe as it is. */
export const raw = (html: string): Html => new Html(html)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const special = /[&<>"']/
const allSpecial = /[&<>"']/g

/** Text as HTML or XML, in an element or an attribute. */
export const escapeText = (text: string): string =>
  special.test(text) ? text.replace(allSpecial, (mark) => entities[mark] as string) : text

/** HTML of all this. */
export function htmlOf(child: Child): string {
  if (typeof child === 'string') return escapeText(child)
  if (child instanceof Html) return child.text
  if (typeof child === 'number') return String(child)
  let html = ''
  if (Array.isArray(child)) for (const one of child) html += htmlOf(one)
  return html
}
