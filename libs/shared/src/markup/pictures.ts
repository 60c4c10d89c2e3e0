import type { Grammar, PictureSize } from './grammar.ts'
import { escapeLineStart } from './lines.ts'
import { EVERY_BLOCK } from './quotation.ts'
import { escapeMarks, lexemes } from './tokenize.ts'

const NAMED = /\]\(media:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi
/** What `emit` writes of a picture, and nothing else is written so: no text holds a `<`. */
const SHOWN =
  /<img src="\/api\/v1\/media\/([0-9a-f-]{36})\/full" alt="([^"]*)" width="(\d+)" height="(\d+)"[^>]*>/g

/** The ids in lowercase that a source may show pictures by, each once, the first `most` of them. */
export function picturesNamed(source: string, most: number): string[] {
  const ids = new Set<string>()
  for (const [, id = ''] of source.matchAll(NAMED)) {
    if (ids.size === most) break
    ids.add(id.toLowerCase())
  }
  return [...ids]
}

/** The pictures that a body's HTML shows, as a grammar takes them. */
export const picturesShown = (html: string): ReadonlyMap<string, PictureSize> =>
  new Map(
    Array.from(html.matchAll(SHOWN), ([, id = '', , width, height]) => [
      id,
      { width: Number(width), height: Number(height) },
    ]),
  )

/** A body's HTML with the alternative texts of these pictures where they stood. */
export const withoutPicturesInHtml = (html: string, ids: ReadonlySet<string>): string =>
  html.replace(SHOWN, (whole, id: string, alt: string) =>
    ids.has(id) ? alt.replaceAll('&quot;', '"') : whole,
  )

/**
 * The same in its source.
 *
 * @param source valid markup, as it is stored.
 */
export function withoutPicturesInSource(source: string, ids: ReadonlySet<string>): string {
  const grammar: Grammar = {
    ...EVERY_BLOCK,
    pictures: new Map([...ids].map((id) => [id, { width: 0, height: 0 }])),
  }
  const kept: string[] = []
  let from = 0
  let beginsLine = true
  for (const { token, start, end } of lexemes({ source, start: 0, end: source.length }, grammar)) {
    if (token.type === 'picture') {
      const alt = escapeMarks(token.alt)
      kept.push(source.slice(from, start), beginsLine ? escapeLineStart(alt) : alt)
      from = end
    }
    if (token.type === 'line-break' || token.type === 'block-open') beginsLine = true
    else if (token.type === 'line-mark') beginsLine = !token.marker
    else if (token.type !== 'text' || token.value.trim() !== '') beginsLine = false
  }
  kept.push(source.slice(from))
  return kept.join('')
}
