const pieces = /<(\/?)([a-z]+)([^>]*)>|[^<]+/g
const entities = /&(amp|lt|gt|quot);/g
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
/** Inline tags, which do not separate words. */
const inline = new Set(['a', 'code', 'del', 'em', 'span', 'strong'])

/** What a spoiler shows until it is opened. */
const COVER = '…'

/**
 * The text of a body's HTML, which the markup emitter wrote: tags removed, blocks separated.
 *
 * @param spoilers `covered`: their content stays hidden.
 */
export function plainText(html: string, spoilers: 'open' | 'covered'): string {
  const text: string[] = []
  /** For each open span, whether it is a spoiler. */
  const spans: boolean[] = []
  let covered = 0
  for (const [piece, slash, tag, attributes = ''] of html.matchAll(pieces)) {
    if (tag === undefined) {
      if (covered === 0) text.push(piece.replace(entities, (_, name: string) => characters[name] ?? ''))
    } else if (tag === 'span' && slash === '') {
      const hides = spoilers === 'covered' && attributes.includes('"mkt-spoiler"')
      spans.push(hides)
      if (!hides) continue
      if (covered === 0) text.push(COVER)
      covered += 1
    } else if (tag === 'span') {
      if (spans.pop()) covered -= 1
    } else if (!inline.has(tag) && covered === 0) text.push('\n')
  }
  return text.join('')
}
