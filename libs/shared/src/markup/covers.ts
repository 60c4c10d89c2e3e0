import { pairMarks } from './inline.ts'
import type { InlineToken, SpanMark, Token } from './tokens.ts'

const BLOCKS = new Set<Token['type']>(['block-close', 'block-open', 'code-block'])
const NOTHING: InlineToken = { type: 'text', value: '' }

/** The spoilers across lines of which one has a mark: a block would end them, and show what they hide. */
export interface Covers {
  /** The indexes of the line breaks and marks of lines in them, which are text there. */
  readonly lines: ReadonlySet<number>
  /** Their own marks, by their indexes: no other mark stands in the way of these. */
  readonly marks: ReadonlyMap<number, SpanMark>
}

/**
 * Decides, before there are blocks, which spoilers there are across lines: one that is open where a line with a mark begins
 * or ends lasts until the next mark of a spoiler.
 */
export function coversOf(tokens: readonly Token[]): Covers {
  const lines = new Set<number>()
  const marks = new Map<number, SpanMark>()
  /** Where the last stretch began that no edge of such a line ends. */
  let from = 0
  let isMarked = false
  for (let index = 0; index < tokens.length; index += 1) {
    const { type } = tokens[index]!
    if (BLOCKS.has(type)) {
      from = index + 1
      isMarked = false
    }
    const isEdge = type === 'line-mark' || (type === 'line-break' && isMarked)
    if (isOfLines(type)) isMarked = type === 'line-mark'
    if (!isEdge) continue
    const open = openSpoiler(tokens, from, index)
    const close = open === undefined ? -1 : nextSpoiler(tokens, index)
    from = index + 1
    if (open === undefined || close === -1) continue
    marks.set(open, { ...(tokens[open] as SpanMark), covers: 'from' })
    marks.set(close, { ...(tokens[close] as SpanMark), covers: 'to' })
    for (let inside = open + 1; inside < close; inside += 1) {
      if (isOfLines(tokens[inside]!.type)) lines.add(inside)
    }
    index = close
    from = close + 1
  }
  return { lines, marks }
}

/** The mark of a spoiler that is open at the end of a stretch. */
function openSpoiler(tokens: readonly Token[], from: number, end: number): number | undefined {
  const stretch = tokens.slice(from, end)
  if (!stretch.some(isSpoiler)) return undefined
  const { waiting } = pairMarks(stretch.map((token) => (isInline(token) ? token : NOTHING)))
  const open = waiting.get('spoiler')
  return open === undefined ? undefined : from + open
}

/** The next mark of a spoiler, before the next block with a tag or code; -1 if there is none. */
function nextSpoiler(tokens: readonly Token[], from: number): number {
  for (let index = from; index < tokens.length; index += 1) {
    if (BLOCKS.has(tokens[index]!.type)) return -1
    if (isSpoiler(tokens[index]!)) return index
  }
  return -1
}

const isOfLines = (type: Token['type']): boolean => type === 'line-break' || type === 'line-mark'
const isSpoiler = (token: Token): boolean => token.type === 'span' && token.kind === 'spoiler'
const isInline = (token: Token): token is InlineToken => token.type !== 'line-mark' && !BLOCKS.has(token.type)
