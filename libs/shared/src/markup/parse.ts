import type { Block, Document, Mention, Node, Text } from './ast.ts'
import type { Input } from './characters.ts'
import { MarkupError } from './errors.ts'
import type { Grammar } from './grammar.ts'
import { parseInline } from './inline.ts'
import { tokenize } from './tokenize.ts'
import type { BlockClose, BlockOpen, InlineToken } from './tokens.ts'

/** Control characters but tab, LF and CR, and halves of a surrogate pair. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{Cs}/u

/**
 * Reads a source. Whitespace around it does not count.
 *
 * @throws MarkupError where the source is not markup of this grammar
 */
export function parse(source: string, grammar: Grammar): Document {
  const builder = new DocumentBuilder(grammar)
  for (const token of tokenize(checkSource(source), grammar)) {
    if (token.type === 'block-open') builder.open(token)
    else if (token.type === 'block-close') builder.close(token)
    else if (token.type === 'code-block') builder.addBlock(token)
    else builder.addInline(token)
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
  readonly #opened: { mark: BlockOpen; siblings: Node[] }[] = []
  readonly #mentions = new Set<string>()
  /** Whom the author's own words mention, or may mention because they did earlier. */
  readonly #addressed: Set<string>
  #siblings: Node[] = []
  #hasAdminBlock = false
  /** Tokens since the last block began or ended. */
  #stretch: InlineToken[] = []
  #followsBlock = false

  constructor(grammar: Grammar) {
    this.#grammar = grammar
    this.#addressed = new Set(grammar.mentions?.earlier)
  }

  addInline(token: InlineToken): void {
    this.#stretch.push(token.type === 'mention' ? this.#mention(token) : token)
  }

  /** The mention, or its text if it is one too many. Within a quote it notifies nobody and does not count. */
  #mention(token: Mention): Mention | Text {
    const { userId } = token
    if (!this.#opened.some(({ mark }) => mark.kind === 'quote')) {
      const { most } = this.#grammar.mentions ?? { most: Number.POSITIVE_INFINITY }
      if (!this.#addressed.has(userId) && this.#addressed.size >= most)
        return { type: 'text', value: `@{${userId}}` }
      this.#addressed.add(userId)
    }
    this.#mentions.add(userId)
    return token
  }

  addBlock(block: Node): void {
    this.#flush({ beforeBlock: true })
    this.#siblings.push(block)
  }

  open(mark: BlockOpen): void {
    if (!this.#grammar[mark.kind]) throw new MarkupError('block-denied', mark.at)
    if (this.#opened.length >= this.#grammar.depth) throw new MarkupError('block-too-deep', mark.at)
    this.#flush({ beforeBlock: true })
    if (mark.kind === 'admin') this.#hasAdminBlock = true
    this.#opened.push({ mark, siblings: this.#siblings })
    this.#siblings = []
  }

  close(mark: BlockClose): void {
    const opened = this.#opened.pop()
    if (opened?.mark.kind !== mark.kind) throw new MarkupError('block-not-opened', mark.at)
    this.#flush({ beforeBlock: true })
    const { kind, name } = opened.mark
    const block: Block = { type: kind, ...(name !== undefined && { name }), children: this.#siblings }
    this.#siblings = opened.siblings
    this.#siblings.push(block)
  }

  finish(): Document {
    const opened = this.#opened.at(-1)
    if (opened !== undefined) throw new MarkupError('block-not-closed', opened.mark.at)
    this.#flush({ beforeBlock: false })
    return {
      children: this.#siblings,
      hasAdminBlock: this.#hasAdminBlock,
      mentions: [...this.#mentions],
    }
  }

  /** A block breaks the line by itself, so the line break on either side of its edges is not another one. */
  #flush({ beforeBlock }: { beforeBlock: boolean }): void {
    const stretch = this.#stretch
    let start = 0
    let end = stretch.length
    if (this.#followsBlock && start < end && stretch[start]?.type === 'line-break') start += 1
    if (beforeBlock && start < end && stretch[end - 1]?.type === 'line-break') end -= 1
    for (const node of parseInline(stretch.slice(start, end))) this.#siblings.push(node)
    this.#stretch = []
    this.#followsBlock = beforeBlock
  }
}
