const pieces = /<(\/?)([a-z]+)([^>]*)>|[^<]+/g
const entities = /&(amp|lt|gt|quot);/g
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
/** Tags within a word. */
const inline = new Set(['a', 'code', 'del', 'em', 'span', 'strong'])

/** What a spoiler is to whoever has not opened it. */
const COVER = '…'

/**
 * The text of a body's HTML, which the markup's emitter wrote: tags left out, blocks apart.
 *
 * @param spoilers `covered`: what they hide stays hidden.
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
