import { coversOf } from './covers.ts'
import type { Grammar } from './grammar.ts'
import { escapeLineStart } from './lines.ts'
import { lexemes } from './tokenize.ts'

/**
 * Blocks are recognised whatever the grammar; of the rest only code matters, in which a tag is none, and spoilers, in which
 * the mark of a line is none.
 */
export const EVERY_BLOCK: Grammar = {
  admin: true,
  code: true,
  depth: Number.POSITIVE_INFINITY,
  emphasis: false,
  icons: [],
  links: [],
  mod: true,
  quote: true,
  spoiler: true,
  strikethrough: false,
  strong: false,
}

/** Characters that `[quote=name]` cannot contain, and text beyond its maximum length. */
const UNQUOTABLE = /[[\]\r\n]+/g
const MAX_NAME_LENGTH = 100

/**
 * The markup by which an answer quotes a source: in a block that names its author, without the blocks in it. A quoted
 * announcement would be one again, and quotes of quotes are nobody's words.
 *
 * @param source valid markup, as it is stored.
 */
export function quotationOf(source: string, author: string): string {
  const name = author.replaceAll(UNQUOTABLE, ' ').slice(0, MAX_NAME_LENGTH).trim()
  return `[quote${name === '' ? '' : `=${name}`}]\n${withoutBlocks(source)}\n[/quote]\n`
}

/** Ends a line of a quote. */
const AFTER_LINE = new Set<string>(['block-close', 'block-open', 'code-block', 'line-break'])

const BREAK = /^[ \t]*[\r\n]/
const FENCE = /^```/

/** Neither a marked line nor the beginning of code. */
const asText = (part: string): string => escapeLineStart(part).replace(FENCE, '\\`\\`\\`')

function withoutBlocks(source: string): string {
  const kept: string[] = []
  let depth = 0
  let from = 0
  let isInLine = false
  const start = source.length - source.trimStart().length
  const found = lexemes({ source, start, end: source.trimEnd().length }, EVERY_BLOCK)
  const covered = coversOf(found.map(({ token }) => token)).lines
  for (const [index, { token, start, end }] of found.entries()) {
    if (covered.has(index)) continue
    if (isInLine && AFTER_LINE.has(token.type)) {
      isInLine = false
      from = start
    }
    if (token.type === 'line-mark' && token.quotes > 0 && depth === 0) {
      kept.push(source.slice(from, start))
      isInLine = true
    } else if (token.type === 'block-open') {
      if (depth === 0) kept.push(source.slice(from, start))
      depth += 1
    } else if (token.type === 'block-close') {
      depth -= 1
      if (depth === 0) from = end
    }
  }
  if (!isInLine) kept.push(source.slice(from))
  // The texts before and after a removed block must not combine into a mark, nor may what follows one on its line.
  return kept
    .map((part, index) => (index > 0 && !BREAK.test(part) ? asText(part.trim()) : part.trim()))
    .filter((part) => part !== '')
    .join('\n\n')
}
