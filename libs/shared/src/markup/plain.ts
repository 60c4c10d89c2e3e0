/** A tag, or the text before the next one: what the emitter wrote, so that no text has a `<`. */
const PIECES = /<(\/?)([a-z]+)([^>]*)>|[^<]+/g
const ENTITIES = /&(amp|lt|gt|quot);/g
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const ALT = / alt="([^"]*)"/
/** Inline tags, which do not separate words. */
const inline = new Set(['a', 'code', 'del', 'em', 'span', 'strong'])

/** What a spoiler shows until it is opened. */
export const COVER = '…'

/** The text of a body's HTML: tags removed, blocks separated, of pictures what stands for them. Spoilers are open. */
export function plainText(html: string): string {
  const text: string[] = []
  const plain = (escaped: string) => escaped.replace(ENTITIES, (_, name: string) => characters[name] ?? '')
  for (const [piece, , tag, attributes = ''] of html.matchAll(PIECES)) {
    if (tag === undefined) text.push(plain(piece))
    else if (tag === 'img') text.push(plain(ALT.exec(attributes)?.[1] ?? ''))
    else if (!inline.has(tag)) text.push('\n')
  }
  return text.join('')
}

/** A body's HTML without what its spoilers hide, for readers who would show it: feeds, link previews, excerpts. */
export function coverSpoilers(html: string): string {
  if (!html.includes('"mkt-spoiler"')) return html
  const kept: string[] = []
  /** Spans that are open, from the spoiler on. */
  let open = 0
  for (const [piece, slash, tag, attributes = ''] of html.matchAll(PIECES)) {
    if (open > 0) {
      if (tag === 'span') open += slash === '' ? 1 : -1
    } else if (tag === 'span' && attributes.includes('"mkt-spoiler"')) {
      kept.push(COVER)
      open = 1
    } else kept.push(piece)
  }
  return kept.join('')
}
