import { escapeHtml } from '@agora/shared/markup/escape'

/** Markup that is safe to send. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | false | null | undefined | readonly Part[]

function render(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return escapeHtml(String(part))
}

/**
 * Markup with values in it. Every value is escaped except markup made by this function; false, null and undefined are
 * omitted. Attribute values must be in double quotes.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, literal, index) => text + render(parts[index - 1]) + literal))
}
