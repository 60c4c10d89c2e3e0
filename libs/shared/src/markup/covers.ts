import { pairMarks } from './inline.ts'
import type { InlineToken, Token } from './tokens.ts'

const BLOCKS = new Set<Token['type']>(['block-close', 'block-open', 'code-block'])
const LINES = new Set<Token['type']>(['line-break', 'line-mark'])
const NOTHING: InlineToken = { type: 'text', value: '' }

/**
 * The indexes of the line breaks and marks of lines in the spoilers that there would be if no line had a mark. There they are
 * text: a block would end the spoiler, and show what it hides.
 */
export function coveredLines(tokens: readonly Token[]): ReadonlySet<number> {
  const covered = new Set<number>()
  let start = 0
  for (let index = 0; index <= tokens.length; index += 1) {
    const token = tokens[index]
    if (token !== undefined && !BLOCKS.has(token.type)) continue
    coverIn(tokens, start, index, covered)
    start = index + 1
  }
  return covered
}

/** Those between two places that have no block with a tag and no code between them. */
function coverIn(tokens: readonly Token[], start: number, end: number, covered: Set<number>): void {
  const stretch = tokens.slice(start, end)
  if (stretch.filter(isSpoiler).length < 2) return
  const partners = pairMarks(stretch.map((token) => (isInline(token) ? token : NOTHING)))
  for (const [index, token] of stretch.entries()) {
    if (!isSpoiler(token)) continue
    for (let inside = index + 1; inside < partners[index]!; inside += 1)
      if (LINES.has(stretch[inside]!.type)) covered.add(start + inside)
  }
}

const isSpoiler = (token: Token): boolean => token.type === 'span' && token.kind === 'spoiler'

const isInline = (token: Token): token is InlineToken => token.type !== 'line-mark' && !BLOCKS.has(token.type)
