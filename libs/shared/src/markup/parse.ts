import type { CodeBlock, Document, Mention, Text } from './ast.ts'
import type { Input } from './characters.ts'
import { coversOf } from './covers.ts'
import { MarkupError } from './errors.ts'
import type { Grammar } from './grammar.ts'
import { OpenBlocks } from './open-blocks.ts'
import { tokenize } from './tokenize.ts'
import type { BlockClose, BlockOpen, InlineToken, LineMark, Token } from './tokens.ts'

/** Control characters but tab, LF and CR, and halves of a surrogate pair. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{Cs}/u

/**
 * Reads a source. Whitespace around it does not count.
 *
 * @throws MarkupError where the source is not markup of this grammar
 */
export function parse(source: string, grammar: Grammar): Document {
  const builder = new DocumentBuilder(grammar)
  const tokens = tokenize(checkSource(source), grammar)
  // Most sources have no mark of a line.
  const covers = tokens.some(({ type }) => type === 'line-mark') ? coversOf(tokens) : undefined
  let index = -1
  for (const token of tokens) {
    index += 1
    if (covers?.lines.has(index)) builder.addCovered(token)
    else if (token.type === 'block-open') builder.open(token)
    else if (token.type === 'block-close') builder.close(token)
    else if (token.type === 'code-block') builder.addCode(token)
    else if (token.type === 'line-mark') builder.beginLine(token)
    else builder.addInline(covers?.marks.get(index) ?? token)
  }
  return builder.finish()
}

function checkSource(source: string): Input {
  const forbidden = FORBIDDEN.exec(source)
  if (forbidden !== null) throw new MarkupError('forbidden-character', forbidden.index)
  const start = source.length - source.trimStart().length
  const end = source.trimEnd().length
  if (start >= end) throw new MarkupError('empty', 0)
  return { source, start, end }
}

class DocumentBuilder {
  readonly #grammar: Grammar
  readonly #blocks: OpenBlocks
  /** The tags of the blocks that are open. */
  readonly #tags: BlockOpen[] = []
  readonly #mentions = new Set<string>()
  /** Whom the author's own words mention, or may mention because they did earlier. */
  readonly #addressed: Set<string>
  #hasAdminBlock = false
  /** The line break after a line of marked ones: what comes next says whether it is another of them. */
  #lineBreak: InlineToken | undefined

  constructor(grammar: Grammar) {
    this.#grammar = grammar
    this.#blocks = new OpenBlocks(grammar.depth)
    this.#addressed = new Set(grammar.mentions?.earlier)
  }

  addInline(token: InlineToken): void {
    this.#endMarkedLines()
    if (token.type === 'line-break' && this.#blocks.isOfLines) this.#lineBreak = token
    else this.#blocks.add(token.type === 'mention' ? this.#mention(token) : token)
  }

  /** The mention, or its text if it is one too many. Within a quote it notifies nobody and does not count. */
  #mention(token: Mention): Mention | Text {
    const { userId } = token
    if (!this.#blocks.isInQuote) {
      const { most } = this.#grammar.mentions ?? { most: Number.POSITIVE_INFINITY }
      if (!this.#addressed.has(userId) && this.#addressed.size >= most)
        return { type: 'text', value: `@{${userId}}` }
      this.#addressed.add(userId)
    }
    this.#mentions.add(userId)
    return token
  }

  /** What is in a spoiler begins no line. */
  addCovered(token: Token): void {
    if (token.type === 'line-mark') this.#blocks.addCovered(token)
    else if (token.type === 'line-break') this.#blocks.add(token)
  }

  beginLine(mark: LineMark): void {
    const lineBreak = this.#lineBreak
    this.#lineBreak = undefined
    this.#blocks.beginLine(mark, lineBreak)
  }

  /** A line without a mark is none of theirs; the break before it is the blocks' own. */
  #endMarkedLines(): void {
    if (this.#lineBreak === undefined) return
    this.#lineBreak = undefined
    this.#blocks.closeLines()
  }

  addCode(block: CodeBlock): void {
    this.#lineBreak = undefined
    this.#blocks.addCode(block)
  }

  open(mark: BlockOpen): void {
    if (!this.#grammar[mark.kind]) throw new MarkupError('block-denied', mark.at)
    if (this.#tags.length >= this.#grammar.depth) throw new MarkupError('block-too-deep', mark.at)
    if (mark.kind === 'admin') this.#hasAdminBlock = true
    this.#lineBreak = undefined
    this.#tags.push(mark)
    this.#blocks.openTag(mark)
  }

  close(mark: BlockClose): void {
    if (this.#tags.pop()?.kind !== mark.kind) throw new MarkupError('block-not-opened', mark.at)
    this.#lineBreak = undefined
    this.#blocks.closeTag()
  }

  finish(): Document {
    const opened = this.#tags.at(-1)
    if (opened !== undefined) throw new MarkupError('block-not-closed', opened.at)
    return {
      children: this.#blocks.finish(),
      hasAdminBlock: this.#hasAdminBlock,
      mentions: [...this.#mentions],
    }
  }
}
