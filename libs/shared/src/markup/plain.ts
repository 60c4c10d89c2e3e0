/** A tag, or the text before the next one: what the emitter wrote, so that no text has a `<`. */
const PIECES = /<(\/?)([a-z]+)([^>]*)>|[^<]+/gy
const ENTITIES = /&(amp|lt|gt|quot);/g
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const ALT = / alt="([^"]*)"/
/** Inline tags, which do not separate words. */
const inline = new Set(['a', 'code', 'del', 'em', 'span', 'strong'])

/** What a spoiler shows until it is opened. */
export const COVER = '…'

const plain = (escaped: string) =>
  escaped.includes('&') ? escaped.replace(ENTITIES, (_, name: string) => characters[name] ?? '') : escaped

/** The text of one piece; between blocks a line's end. */
function textOf([piece, , tag, attributes = '']: RegExpExecArray): string {
  if (tag === undefined) return plain(piece)
  if (tag === 'img') return plain(ALT.exec(attributes)?.[1] ?? '')
  return inline.has(tag) ? '' : '\n'
}

/** The text of a body's HTML: tags removed, blocks separated, of pictures what stands for them. Spoilers are open. */
export function plainText(html: string): string {
  return Array.from(html.matchAll(PIECES), textOf).join('')
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

/** How much of its HTML an excerpt of `most` characters is made of: there are escapes and tags. */
export const lookedAt = (most: number) => most * 5

/**
 * How a body begins, on one line without what its spoilers hide: at most `most` characters, up to a word's end where
 * there are more. Of its HTML no more than `lookedAt` is read, and whether there is more.
 */
export function excerptOf(html: string, most: number): string {
  let isWhole = html.length <= lookedAt(most)
  // Neither half a character nor part of its escape; part of a tag matches nothing.
  const read = isWhole ? html : html.slice(0, lookedAt(most)).replace(/&\w*$|[\ud800-\udbff]$/, '')
  let text = ''
  for (const piece of coverSpoilers(read).matchAll(PIECES)) {
    text += textOf(piece)
    isWhole &&= text.length <= most * 2
    if (text.length > most * 2) break
  }
  text = text.replace(/\s{2,}|[^\S ]/g, ' ').trim()
  if (isWhole && beginning(text, most) === text) return text
  const start = beginning(text, most - 1)
  const words = start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start
  return words.endsWith(COVER) ? words : `${words}${COVER}`
}

/** Its first characters, at most `most`. */
function beginning(text: string, most: number): string {
  let end = 0
  for (let n = 0; n < most && end < text.length; n++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}
