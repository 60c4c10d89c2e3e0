import type { LineOf } from '../format/lines.ts'
import { fromBbcode } from './bbcode.ts'
import { escapeLines, escapeText, withoutControls } from './escape.ts'
import { fromHtml } from './html.ts'
import { fromMarkdown } from './markdown.ts'
import type { Converted, Dialect } from './pieces.ts'

type Format = NonNullable<LineOf<'post'>['format']>

/** Converts a body to markup; references to members and content stay unresolved. */
export function convert(written: string, format: Format, dialect: Dialect): Converted {
  if (format === 'markup') return { pieces: [written], images: 0, losses: [] }
  // One half of a pair costs no more than itself.
  const body = written.toWellFormed()
  switch (format) {
    case 'text':
      return { pieces: [escapeLines(escapeText(withoutControls(body)))], images: 0, losses: [] }
    case 'bbcode':
      return fromBbcode(body, dialect)
    case 'html':
      return fromHtml(body, dialect)
    case 'markdown':
      return fromMarkdown(body, dialect)
  }
}
