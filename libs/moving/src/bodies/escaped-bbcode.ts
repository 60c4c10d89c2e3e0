import { readTags } from './tags.ts'

/** What stands for a line break there. */
const BREAK = /<br ?\/?>/g
const ENTITY = '&(?:[a-z]+\\d*|#\\d{1,7}|#x[\\da-f]{1,6});'
/** Nothing that would have been escaped, and no ampersand of its own. */
const WHOLLY_ESCAPED = new RegExp(`^(?:[^<>"\\n&]|${ENTITY})*$`, 'i')
/** What nobody types. */
const TOLD = /<br ?\/?>|&(?:quot|#0?39);/

/**
 * Whether a body is stored as SMF does: escaped for HTML, with `<br />` for line breaks. That is told by its line breaks or quotation
 * marks; in other bodies an entity is what somebody typed.
 */
export const isEscaped = (body: string): boolean =>
  TOLD.test(body) && WHOLLY_ESCAPED.test(body.replaceAll(BREAK, ''))

export const withBreaks = (body: string): string => body.replaceAll(BREAK, '\n')

/** The text that an escaped one stands for; an escaped bracket is none of a tag. */
export function unescaped(text: string): string {
  if (!text.includes('&')) return text
  const parts: string[] = []
  readTags(text, { open: () => {}, close: () => {}, text: (part) => parts.push(part) }, false)
  return parts.join('')
}
