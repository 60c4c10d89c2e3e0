import { MAX_DEPTH } from '../../areas/sections/grammar.ts'
import { Gap } from './gap.ts'
import { put, writeInline } from './inline.ts'
import { MARK } from './marks.ts'
import type { Piece, Uploaded } from './pieces.ts'
import { type Atom, type LinkTo, longestRun } from './units.ts'

/** What HTML shows as one space. A blank of any other kind is kept. */
const SPACES = /[ \t\n\r\f]+/g

const ALL = MARK.spoiler | MARK.strong | MARK.strikethrough | MARK.emphasis

/** Writes markup: texts with their marks, lines and blocks. */
export class MarkupWriter {
  readonly #pieces: Piece[] = []
  readonly #lost = new Set<string>()
  /** The text since the last block. */
  #atoms: Atom[] = []
  #quotes = 0
  /** To be written before whatever comes next, if anything. */
  readonly #gap = new Gap()
  /** What is said of all of that. */
  #gapMarks: number = ALL
  /** Whether the block is still empty. */
  #isFresh = true
  /** Whether a list item still is. */
  #isAtMarker = false
  /** What is said of the text that comes. */
  marks = 0
  link: LinkTo | undefined

  /** The markup; open quotes end. */
  finish(): readonly Piece[] {
    while (this.#quotes > 0) this.closeQuote()
    this.#flush()
    return this.#pieces
  }

  get losses(): readonly string[] {
    return [...this.#lost]
  }

  lose(what: string): void {
    this.#lost.add(what)
  }

  /** At least this many line breaks precede what comes next. */
  breakLines(count: number): void {
    if (this.#isFresh || this.#isAtMarker) return
    this.#gap.lines(count)
    this.#gapMarks &= this.marks
  }

  /** One more line break. */
  addBreak(): void {
    if (this.#isFresh) return
    this.#isAtMarker = false
    this.#gap.break()
    this.#gapMarks &= this.marks
  }

  /** Text, with white space collapsed. */
  text(value: string): void {
    const collapsed = value.replaceAll(SPACES, ' ')
    const words = collapsed.trim()
    if (words === '') this.#space(collapsed)
    else if (words.length === collapsed.length) this.#add({ type: 'text', value: words })
    else {
      const start = collapsed.length - collapsed.trimStart().length
      this.#space(collapsed.slice(0, start))
      this.#add({ type: 'text', value: words })
      this.#space(collapsed.slice(start + words.length))
    }
  }

  /** Part of a code on a line. */
  code(value: string): void {
    const line = value.replaceAll(/[\r\n]+/g, ' ')
    if (line !== '') this.#add({ type: 'code', value: line })
  }

  /** The name of a member; `text` is markup that reads the same. */
  name(oldId: string, text: string): void {
    this.#add({ type: 'naming', value: text, oldId })
  }

  /** A picture that may be imported. */
  picture(picture: Uploaded): void {
    this.#add({ type: 'picture', value: '', picture })
  }

  /** Begins an item of a list, on a line of its own. */
  item(marker: string): void {
    this.#isAtMarker = false
    this.breakLines(1)
    this.#aside(marker)
    this.#gap.blanks(' ')
    this.#isAtMarker = true
  }

  /** An item ends, even an empty one. */
  endItem(): void {
    this.#isAtMarker = false
    this.breakLines(1)
  }

  /** A line across. */
  rule(): void {
    this.breakLines(1)
    this.#aside('———')
    this.breakLines(1)
  }

  openQuote(): void {
    this.#quotes += 1
    if (this.#quotes > MAX_DEPTH) {
      this.lose(`quotes within more than ${MAX_DEPTH} quotes`)
      this.breakLines(1)
    } else {
      this.#beginLine()
      put(this.#pieces, '[quote]\n')
      this.#isFresh = true
    }
  }

  closeQuote(): void {
    if (this.#quotes === 0) return
    this.#quotes -= 1
    if (this.#quotes >= MAX_DEPTH) this.breakLines(1)
    else {
      this.#flush()
      put(this.#pieces, '\n[/quote]')
      this.#isFresh = false
      this.#gap.break()
    }
  }

  /** Lines of code. What is covered stays covered, which a block cannot be. */
  codeBlock(value: string, language: string): void {
    if ((this.marks & MARK.spoiler) !== 0) {
      this.#isAtMarker = false
      this.breakLines(1)
      const { marks } = this
      this.marks = MARK.spoiler
      for (const line of value.split('\n')) {
        this.code(line)
        this.addBreak()
      }
      this.marks = marks
      return
    }
    this.#beginLine()
    const fence = '`'.repeat(Math.max(3, longestRun(value) + 1))
    put(this.#pieces, `${fence}${language}\n${value}\n${fence}`)
    this.#isFresh = false
    this.#gap.break()
  }

  #space(blanks: string): void {
    if (this.#isFresh || blanks === '') return
    this.#gap.blanks(blanks)
    this.#gapMarks &= this.marks
  }

  #add(what: Pick<Atom, 'type' | 'value' | 'oldId' | 'picture'>): void {
    const { marks, link } = this
    const gap = this.#gap.take()
    const gapMarks = this.#gapMarks & marks
    const last = this.#atoms.at(-1)
    const isLasting = gap === '' || gapMarks === marks
    const isSame = last?.type === what.type && last.marks === marks && last.link === link && isLasting
    if (isSame && (what.type === 'text' || (what.type === 'code' && gap === '')))
      last.value += gap + what.value
    else {
      const { type, value, oldId, picture } = what
      this.#atoms.push({ gap, gapMarks, marks, link, type, value, oldId, picture })
    }
    this.#gapMarks = ALL
    this.#isFresh = false
    this.#isAtMarker = false
  }

  /** What is ours rather than the author's: only covered. */
  #aside(text: string): void {
    const { marks, link } = this
    this.marks = marks & MARK.spoiler
    this.link = undefined
    this.#add({ type: 'text', value: text })
    this.marks = marks
    this.link = link
  }

  /** A block begins on a line of its own; no mark reaches into it. */
  #beginLine(): void {
    this.#isAtMarker = false
    this.breakLines(1)
    const breaks = this.#gap.takeBreaks()
    this.#flush()
    put(this.#pieces, breaks)
  }

  #flush(): void {
    if (this.#atoms.length > 0 && !writeInline(this.#atoms, this.#pieces))
      this.lose('emphasis within a strong word')
    this.#atoms = []
    this.#gap.clear()
    this.#gapMarks = ALL
    this.#isAtMarker = false
  }
}
