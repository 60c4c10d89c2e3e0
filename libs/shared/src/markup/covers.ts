import type { Token } from './tokens.ts'

const BLOCKS = new Set<Token['type']>(['block-close', 'block-open', 'code-block'])

/**
 * The indexes of the line breaks and marks of lines between the two marks of a spoiler. There they are text: a block would end
 * the spoiler, and show what it hides.
 */
export function coveredLines(tokens: Iterable<Token>): ReadonlySet<number> {
  const covered = new Set<number>()
  let isOpen = false
  let lines: number[] = []
  let index = 0
  for (const token of tokens) {
    if (token.type === 'span' && token.kind === 'spoiler') {
      for (const line of lines) covered.add(line)
      lines = []
      isOpen = !isOpen
    } else if (BLOCKS.has(token.type)) {
      lines = []
      isOpen = false
    } else if (isOpen && (token.type === 'line-break' || token.type === 'line-mark')) lines.push(index)
    index += 1
  }
  return covered
}
