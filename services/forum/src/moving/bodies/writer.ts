import { MAX_DEPTH } from '../../areas/sections/grammar.ts'
import { escapeText } from './escape.ts'
import type { LinkEnd, Naming, Piece } from './pieces.ts'

const MARKS = { strong: '**', emphasis: '_', strikethrough: '~~', spoiler: '||' } as const
export type SpanKind = keyof typeof MARKS

interface Span {
  kind: SpanKind
  /** Whether its mark is written, which happens with its first text. */
  isOpen: boolean
  /** Where. */
  at: number
}

/** Spans within spans: those further inside change nothing that anybody could see. */
const MOST_SPANS = 16
const WORD_END = /[\p{L}\p{M}\p{N}_]$/u
const WORD_BEGIN = /^[\p{L}\p{M}\p{N}_]/u
/** What a link cannot say right behind its bracket: both together are the tag of a block. */
const TAG = /^(?:\/?(?:quote|mod|admin)$|quote=)/
const SPACES = /[ \t\n\r\f]+/g

/** Writes markup: marks where they take effect, each text so that it reads the same. */
export class MarkupWriter {
  readonly #pieces: Piece[] = []
  #spans: Span[] = []
  /** Open spans that are left out. */
  #spansBeyond = 0
  #quotes = 0
  /** Line breaks and a space to be written before whatever comes next, if anything. */
  #breaks = 0
  #isSpaced = false
  /** Whether the block is still empty. */
  #isFresh = true
  /** Where an emphasis has just ended, and where it began: a word that continues undoes both. */
  #emphasis: { from: number; to: number } | undefined

  get pieces(): readonly Piece[] {
    return this.#pieces
  }

  /** At least this many line breaks precede what comes next. */
  breakLines(count: number): void {
    if (this.#isFresh) return
    this.#breaks = Math.max(this.#breaks, count)
    this.#isSpaced = false
  }

  /** One more line break. */
  addBreak(): void {
    if (this.#isFresh) return
    this.#breaks += 1
    this.#isSpaced = false
  }

  /** Text, with white space collapsed. */
  text(value: string): void {
    const collapsed = value.replaceAll(SPACES, ' ')
    if (collapsed === '') return
    if (collapsed.startsWith(' ')) this.#isSpaced = true
    const words = collapsed.trim()
    if (words === '') return
    this.#begin(words)
    this.#put(escapeText(words))
    this.#isSpaced = collapsed.endsWith(' ')
  }

  /** Existing markup, on the current line. */
  raw(markup: string): void {
    this.#begin(markup)
    this.#put(markup)
  }

  openSpan(kind: SpanKind): void {
    if (this.#spans.length < MOST_SPANS) this.#spans.push({ kind, isOpen: false, at: 0 })
    else this.#spansBeyond += 1
  }

  /** Spans end in the reverse order of their beginnings. */
  closeSpan(kind: SpanKind): void {
    if (this.#spansBeyond > 0) {
      this.#spansBeyond -= 1
      return
    }
    const index = this.#spans.findLastIndex((span) => span.kind === kind)
    if (index < 0) return
    // Spans inside it end with it, and begin again after it.
    const inner = this.#spans.splice(index)
    for (const span of inner.toReversed()) this.#end(span)
    this.#spans.push(...inner.slice(1))
  }

  openQuote(): void {
    this.#suspend()
    this.breakLines(1)
    this.#quotes += 1
    if (this.#quotes > MAX_DEPTH) return
    this.#flush()
    this.#put('[quote]\n')
    this.#isFresh = true
  }

  closeQuote(): void {
    this.#suspend()
    this.#breaks = 0
    this.#isSpaced = false
    this.#quotes -= 1
    if (this.#quotes < MAX_DEPTH) this.#put('\n[/quote]')
    this.breakLines(1)
  }

  codeBlock(value: string, language: string): void {
    this.#suspend()
    this.breakLines(1)
    this.#flush()
    const fence = '`'.repeat(Math.max(3, longestRun(value) + 1))
    this.#put(`${fence}${language}\n${value.replace(/\n$/, '')}\n${fence}`)
    this.breakLines(1)
  }

  code(value: string): void {
    const line = value.replaceAll(/[\r\n]+/g, ' ')
    if (line === '') return
    const fence = '`'.repeat(longestRun(line) + 1)
    const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
    this.raw(`${fence}${pad}${line}${pad}${fence}`)
  }

  /** Returns where the link begins, for `closeLink`. */
  openLink(): number {
    this.#begin('[')
    return this.#put('[')
  }

  closeLink(at: number, end: LinkEnd | string): void {
    this.#suspend()
    if (this.#pieces.length === at + 1 && typeof end === 'string') this.#put(escapeText(end))
    if (TAG.test(this.#pieces.slice(at + 1).join(''))) this.#pieces[at] = '[ '
    if (typeof end === 'string') this.#put(`](${end})`)
    else this.#put(end)
  }

  /** Whether a link's text is only its address; the text is then taken back. */
  takeBare(at: number, address: string): boolean {
    const said = this.#pieces.slice(at + 1)
    const isBare = said.length === 0 || (said.length === 1 && said[0] === escapeText(address))
    if (isBare) this.#pieces.splice(at + 1)
    return isBare
  }

  /** The link turned out to be a member's name. */
  closeNaming(at: number, oldId: string): void {
    this.#suspend()
    const text = this.#pieces.splice(at).slice(1)
    this.name({ kind: 'user', oldId, text: text.filter((piece) => typeof piece === 'string').join('') })
  }

  name(naming: Naming): void {
    this.#begin('@')
    this.#put(naming)
  }

  #begin(next: string): void {
    if (this.#emphasis && !this.#isSpaced && this.#breaks === 0 && WORD_BEGIN.test(next)) {
      this.#pieces[this.#emphasis.from] = ''
      this.#pieces[this.#emphasis.to] = ''
    }
    this.#flush()
    for (const span of this.#spans.filter(({ isOpen }) => !isOpen)) {
      const isInOwn = this.#spans.some(({ kind, isOpen }) => isOpen && kind === span.kind)
      if (isInOwn || (span.kind === 'emphasis' && this.#endsInWord())) continue
      span.at = this.#put(MARKS[span.kind])
      span.isOpen = true
    }
  }

  #flush(): void {
    if (this.#breaks > 0) this.#put('\n'.repeat(this.#breaks))
    else if (this.#isSpaced && !this.#isFresh) this.#put(' ')
    this.#breaks = 0
    this.#isSpaced = false
  }

  #endsInWord(): boolean {
    const last = this.#pieces.findLast((piece) => piece !== '')
    return typeof last === 'string' && WORD_END.test(last)
  }

  #end(span: Span): void {
    if (!span.isOpen) return
    const to = this.#put(MARKS[span.kind])
    if (span.kind === 'emphasis') this.#emphasis = { from: span.at, to }
    span.isOpen = false
  }

  /** No span crosses a block boundary. */
  #suspend(): void {
    for (const span of this.#spans.toReversed()) this.#end(span)
    this.#emphasis = undefined
  }

  #put(piece: Piece): number {
    this.#emphasis = undefined
    this.#isFresh = false
    return this.#pieces.push(piece) - 1
  }
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
}
