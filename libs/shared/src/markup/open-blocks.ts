import type { Block, CodeBlock, Heading, Item, List, Node } from './ast.ts'
import { parseInline } from './inline.ts'
import type { BlockOpen, InlineToken, LineMark } from './tokens.ts'

/** An item this many blanks further to the right belongs to the item above it. */
const NESTED_BY = 2

type Made = Block | Heading | Item | List
/** A block without what is in it. */
type Shape = Made extends infer Kind ? (Kind extends Made ? Omit<Kind, 'children'> : never) : never

interface Open {
  readonly shape: Shape
  /** Whether a tag closes it; others last as long as their lines are marked. */
  readonly isTag: boolean
  /** What it will be one of. */
  readonly siblings: Node[]
}

interface OpenList {
  /** The blanks before its items. */
  readonly indent: number
  readonly isNumbered: boolean
  /** The number of the last item, as written and as shown. */
  written: number
  shown: number
}

/** The blocks that are open at one place of a source, and what is in them so far. */
export class OpenBlocks {
  readonly #depth: number
  readonly #open: Open[] = []
  /** The open ones, outermost first. */
  readonly #lists: OpenList[] = []
  #tags = 0
  /** Quotes of lines. */
  #quotes = 0
  #anyQuotes = 0
  #siblings: Node[] = []
  /** Tokens since the last block began or ended. */
  #stretch: InlineToken[] = []
  #followsBlock = false

  constructor(depth: number) {
    this.#depth = depth
  }

  /** Whether the innermost one is of lines. */
  get isOfLines(): boolean {
    return this.#open.at(-1)?.isTag === false
  }

  get isInQuote(): boolean {
    return this.#anyQuotes > 0
  }

  add(token: InlineToken): void {
    this.#stretch.push(token)
  }

  /** The mark of a line that begins no block, as text; but not those of the quotes that it is in. */
  addCovered(mark: LineMark): void {
    this.#addText(quoteMarks(mark, this.#quotes) + mark.raw)
  }

  addCode(block: CodeBlock): void {
    this.closeLines()
    this.#flush({ beforeBlock: true })
    this.#siblings.push(block)
  }

  openTag({ kind, name }: BlockOpen): void {
    this.closeLines()
    this.#begin({ type: kind, ...(name !== undefined && { name }) }, true)
    this.#tags += 1
  }

  closeTag(): void {
    this.closeLines()
    this.#end()
    this.#tags -= 1
  }

  finish(): readonly Node[] {
    this.closeLines()
    this.#flush({ beforeBlock: false })
    return this.#siblings
  }

  /**
   * A line begins with this mark; `lineBreak` is the one before, if the line before was marked as well. What is deeper
   * than blocks may be is text.
   */
  beginLine(mark: LineMark, lineBreak: InlineToken | undefined): void {
    const { marker, raw } = mark
    // What has nothing in it begins no quote, but may be a line of one.
    const most = mark.isBlank && !marker ? this.#quotes : this.#depth - this.#tags
    const quotes = Math.min(mark.quotes, most)
    if (lineBreak && quotes === this.#quotes && this.#goesOn(mark, lineBreak)) return
    while (this.isOfLines && (this.#lists.length > 0 || this.#isInHeading || this.#quotes > quotes))
      this.#end()
    if (lineBreak) this.#followsBlock = false
    while (this.#quotes < quotes) this.#begin({ type: 'quote' }, false)
    this.#addText(quoteMarks(mark, quotes))
    if (marker?.type === 'heading') this.#begin({ type: 'heading', rank: marker.rank }, false)
    else if (marker?.type === 'item' && this.#hasRoom) this.#beginList(mark.indent, marker.number)
    else this.#addText(raw)
  }

  /** Whether the line belongs to the blocks of lines that are open, and is in them now. */
  #goesOn({ marker, indent, raw }: LineMark, lineBreak: InlineToken): boolean {
    const isInList = this.#lists.length > 0
    if (isInList && marker?.type === 'item') {
      this.#nextItem(indent, marker.number)
      return true
    }
    if (marker || isInList !== (raw !== '') || this.#isInHeading) return false
    const { length } = this.#lists
    while (this.#lists.length > 1 && indent < this.#lists.at(-1)!.indent + NESTED_BY) this.#endList()
    if (this.#lists.length === length) this.add(lineBreak)
    else this.#followsBlock = false
    return true
  }

  /** A line without a mark is none of theirs, and the line break before it is theirs. */
  closeLines(): void {
    if (!this.isOfLines) return
    while (this.isOfLines) this.#end()
    this.#followsBlock = false
  }

  get #isInHeading(): boolean {
    return this.#open.at(-1)?.shape.type === 'heading'
  }

  /** Whether one more block may begin here. */
  get #hasRoom(): boolean {
    return this.#tags + this.#quotes + this.#lists.length < this.#depth
  }

  #addText(value: string): void {
    if (value !== '') this.add({ type: 'text', value })
  }

  #nextItem(indent: number, number: number | undefined): void {
    while (this.#lists.length > 1 && indent < this.#lists.at(-2)!.indent + NESTED_BY) this.#endList()
    const list = this.#lists.at(-1)!
    if (indent >= list.indent + NESTED_BY && this.#hasRoom) this.#beginList(indent, number)
    else if (list.isNumbered === (number !== undefined)) this.#addItem(list, number)
    else {
      this.#endList()
      this.#beginList(list.indent, number)
    }
  }

  /** The number of the item before counts on, any other is kept. */
  #addItem(list: OpenList, number: number | undefined): void {
    const next = list.shown + 1
    list.shown = number === undefined || number === list.written ? next : number
    list.written = number ?? 0
    this.#end()
    this.#begin({ type: 'item', ...(list.shown !== next && { value: list.shown }) }, false)
  }

  #beginList(indent: number, number: number | undefined): void {
    this.#begin({ type: 'list', ...(number !== undefined && { first: number }) }, false)
    this.#lists.push({ indent, isNumbered: number !== undefined, written: number ?? 0, shown: number ?? 0 })
    this.#begin({ type: 'item' }, false)
  }

  /** With its item. */
  #endList(): void {
    this.#end()
    this.#end()
  }

  #begin(shape: Shape, isTag: boolean): void {
    this.#flush({ beforeBlock: true })
    if (shape.type === 'quote') {
      this.#anyQuotes += 1
      if (!isTag) this.#quotes += 1
    }
    this.#open.push({ shape, isTag, siblings: this.#siblings })
    this.#siblings = []
  }

  #end(): void {
    this.#flush({ beforeBlock: true })
    const { shape, isTag, siblings } = this.#open.pop()!
    if (shape.type === 'quote') {
      this.#anyQuotes -= 1
      if (!isTag) this.#quotes -= 1
    } else if (shape.type === 'list') this.#lists.pop()
    siblings.push({ children: this.#siblings, ...shape } as Made)
    this.#siblings = siblings
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

/** The marks of a line's quotes, as text, but for the outermost. */
function quoteMarks({ quotes, isBlank, marker }: LineMark, outermost: number): string {
  const marks = '> '.repeat(Math.max(0, quotes - outermost))
  return isBlank && !marker ? marks.trimEnd() : marks
}
