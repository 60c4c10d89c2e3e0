import { diffLines, diffWordsWithSpace } from 'diff'

/** A stretch of text, and whether the later of two has it alone, the earlier, or both. */
export interface Change {
  kind: 'added' | 'removed' | 'kept'
  text: string
}

/** As many words or lines may differ; the cost of a comparison grows with their square. */
const MAX_EDITS = 300
/** How much of what is the same is shown around a change, in characters. */
const AROUND = 120

const ending = /<br>|<\/(?:p|li|ol|ul|blockquote|cite|pre|div|h[3-5])>/g
const link = /<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g
const picture = /<img [^>]*?alt="([^"]*)"[^>]*>/g
const entity = /&(amp|lt|gt|quot|#39);/g
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** Where HTML was cut, within a tag or an entity. */
const cut = /<[^>]*$|&[^;]{0,5}$/

/** The text of HTML that the API rendered, whole or its beginning, with the addresses of links and without other marks. */
export const textOf = (html: string): string =>
  html
    .replace(cut, '')
    .replaceAll(link, (_, href: string, text: string) => (text === href ? text : `${text} (${href})`))
    .replaceAll(picture, '[$1]')
    .replaceAll(ending, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(entity, (_, name: string) => characters[name] ?? '')
    .trim()

/**
 * What an edit changed, by words, or else by lines; as a whole where it changed almost everything. Of long stretches that
 * stayed, only the ends are left. Empty if no word changed.
 */
export function changesBetween(before: string, after: string): Change[] {
  if (before === after) return []
  const limit = { maxEditLength: MAX_EDITS }
  const found = diffWordsWithSpace(before, after, limit) ?? diffLines(before, after, limit)
  if (!found)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return found.map(({ added, removed, value }, index) => {
    if (added || removed) return { kind: added ? 'added' : 'removed', text: value }
    return { kind: 'kept', text: shortened(value, index === 0, index === found.length - 1) }
  })
}

/** What stayed, without what is far from any change. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? 0 : AROUND
  const tail = isLast ? 0 : AROUND
  if (text.length <= head + tail + AROUND) return text
  // Never within a character.
  const start = text.slice(0, head).replace(/[\ud800-\udbff]$/, '')
  const end = text.slice(text.length - tail).replace(/^[\udc00-\udfff]/, '')
  return `${start} … ${end}`
}
