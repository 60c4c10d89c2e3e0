import { escapeHtml } from '@agora/shared/markup/escape'
import type { Word } from './text/words.ts'

/** The longest snippet, in UTF-16 code units. */
export const SNIPPET_LENGTH = 300
/** How much text precedes the first marked word. */
const BEFORE = 60
const CUT = '…'

interface Range {
  start: number
  end: number
}

/** Merges ranges that overlap or touch. */
function merged(words: readonly Word[]): Range[] {
  const ranges: Range[] = []
  for (const { start, end } of words) {
    const last = ranges.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}

/** A cut between characters and words, at or after `place`, and not after `limit`. */
function boundary(text: string, place: number, limit: number): number {
  const space = text.slice(place, Math.min(limit, place + 30)).search(/\s/)
  if (place > 0 && space >= 0) return place + space + 1
  return isWithinCharacter(text, place) ? place + 1 : place
}

const isWithinCharacter = (text: string, place: number) =>
  place > 0 && place < text.length && /[\udc00-\udfff]/.test(text[place]!)

/** The start of the window with the most distinct marked words; the first of several. */
function bestStart(marked: readonly Word[], room: number): number {
  let [best, most] = [marked[0]!.start, 0]
  const counts = new Map<string, number>()
  for (let first = 0, next = 0; first < marked.length; first += 1) {
    const { start, folded } = marked[first]!
    for (; next < marked.length && marked[next]!.end <= start + room; next += 1)
      counts.set(marked[next]!.folded, (counts.get(marked[next]!.folded) ?? 0) + 1)
    if (counts.size > most) [best, most] = [start, counts.size]
    const left = (counts.get(folded) ?? 0) - 1
    if (left > 0) counts.set(folded, left)
    else counts.delete(folded)
    next = Math.max(next, first + 1)
  }
  return best
}

/** A part of a text as safe HTML with no tags but `<mark>`, around the words asked for, as spelled. */
export function snippetOf(text: string, words: readonly Word[], askedFor: ReadonlySet<string>): string {
  const marked = words.filter((word) => askedFor.has(word.spelled))
  const room = SNIPPET_LENGTH - 2 * CUT.length
  let from = 0
  if (text.length > SNIPPET_LENGTH && marked.length > 0) {
    const start = bestStart(marked, room - BEFORE)
    const earliest = Math.min(Math.max(0, start - BEFORE), text.length - room)
    from = earliest <= 0 ? 0 : boundary(text, earliest, start)
  }
  let to = Math.min(text.length, from + room)
  if (to < text.length) {
    const space = text.slice(to - 30, to + 1).search(/\s\S*$/)
    if (space >= 0) to = to - 30 + space
    else if (isWithinCharacter(text, to)) to -= 1
  }

  const html: string[] = []
  let written = from
  for (const { start, end } of merged(marked)) {
    if (end <= from) continue
    if (start >= to) break
    const [open, close] = [Math.max(start, from), Math.min(end, to)]
    html.push(escapeHtml(text.slice(written, open)), '<mark>', escapeHtml(text.slice(open, close)), '</mark>')
    written = close
  }
  html.push(escapeHtml(text.slice(written, to)))
  const cutBefore = from > 0 ? CUT : ''
  const cutAfter = to < text.length ? CUT : ''
  return `${cutBefore}${html.join('').trim()}${cutAfter}`
}
