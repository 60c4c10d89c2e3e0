import { MAX_DEPTH } from '@agora/shared/markup/index'
import { escapeLines } from './escape.ts'
import { Gap } from './gap.ts'
import { put, writeInline } from './inline.ts'
import type { Marker } from './lists.ts'
import { MARK } from './marks.ts'
import type { Piece, Uploaded, Written } from './pieces.ts'
import { type Atom, type LinkTo, longestRun } from './units.ts'

/** What HTML shows as one space. A blank of any other kind is kept. */
const SPACES = /[ \t\n\r\f]+/g

const ALL = MARK.spoiler | MARK.strong | MARK.strikethrough | MARK.emphasis

/** The indentation of an item's lines below its first one, for each list that it is in. */
const INDENTATION = '  '

/** A marker of an item as text. */
const asText = (marker: string): string => marker.replaceAll(INDENTATION, '– ').trimEnd()

/** Items of lists further inside look like those of the last of these levels. */
const DEEPEST = 8
/** The number of an item, of nine digits. */
const GREATEST = 999_999_999

/** Writes markup: texts with their marks, lines and blocks. */
export class MarkupWriter {
  readonly #pieces: Piece[] = []
  readonly #lost = new Set<string>()
  /** The text since the last block. */
  #atoms: Atom[] = []
  #quotes = 0
  /** The lists that the item is in whose lines are written. */
  #levels = 0
  /** Whether a block has ended the lists that are open: further items of inner ones are text. */
  #isBroken = false
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
    // The blank behind it would be cut off, by which it is a mark.
    const last = this.#atoms.at(-1)
    if (last?.type === 'marker')
      this.#atoms[this.#atoms.length - 1] = { ...last, type: 'text', value: asText(last.value) }
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
    if (this.#isFresh) this.#gap.clear()
    if (this.#isFresh || this.#isAtMarker) return
    this.#gap.lines(count)
    this.#gapMarks &= this.marks
  }

  /** One more line break. */
  addBreak(): void {
    if (this.#isFresh) this.#gap.clear()
    if (this.#isFresh || this.#isAtMarker) return
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

  /** Begins an item of a list, on a line of its own: a line of text where markup has no such item. */
  item({ level, number = 0, isNumbered, isFirst, isAfterOther }: Marker): void {
    this.endItem(level)
    const marker = isNumbered ? `${number}.` : '-'
    // Lists have no spoiler around them, and are as deep as blocks may be.
    const isCovered = (this.marks & MARK.spoiler) !== 0
    const isTooDeep = level + this.#quotes >= MAX_DEPTH
    const isInner = level > 0 && (this.#isBroken || isAfterOther)
    this.#isBroken = isCovered || isTooDeep || isInner || number < 0 || number > GREATEST
    if (this.#isBroken) {
      this.#levels = 0
      this.#aside(`${'– '.repeat(Math.min(level, DEEPEST))}${marker}`)
      this.#gap.blanks(' ')
    } else {
      // An empty line parts two lists.
      if (isAfterOther) this.#gap.lines(2)
      else if (level > 0 || !isFirst) this.#gap.joinLines()
      this.#aside(`${INDENTATION.repeat(level)}${marker} `, 'marker')
      this.#levels = level + 1
    }
    this.#isAtMarker = true
  }

  /** An item ends, even an empty one. What comes next is in an item of so many lists. */
  endItem(levels: number): void {
    this.#isAtMarker = false
    this.breakLines(1)
    // No mark lasts from one item into another, or out of it.
    if (this.#levels > 0) this.#gapMarks = 0
    this.#levels = Math.min(levels, MAX_DEPTH)
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
      this.#breakLists()
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

  /** Before all else nothing is kept, where a quote begins all but ASCII blanks. */
  #space(blanks: string): void {
    if (
      blanks === '' ||
      (this.#isFresh && (this.#pieces.length === 0 || (this.#gap.isEmpty && blanks === ' ')))
    )
      return
    this.#gap.blanks(blanks)
    this.#gapMarks &= this.marks
  }

  #add(what: Pick<Atom, 'type' | 'value' | 'oldId' | 'picture'>): void {
    const { marks, link } = this
    const gap = this.#takeGap(what.type)
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

  /** The gap. Of an item's lines none is empty, which would end its list. */
  #takeGap(before: Atom['type']): string {
    if (before === 'marker' || this.#levels === 0) return this.#gap.take()
    this.#gap.joinLines()
    return this.#gap.take().replace('\n', `\n${INDENTATION.repeat(this.#levels)}`)
  }

  /** What is ours rather than the author's: only covered. */
  #aside(text: string, type: 'marker' | 'text' = 'text'): void {
    const { marks, link } = this
    this.marks = marks & MARK.spoiler
    this.link = undefined
    this.#add({ type, value: text })
    this.marks = marks
    this.link = link
  }

  /** A block begins on a line of its own; no mark reaches into it. */
  #beginLine(): void {
    this.#isAtMarker = false
    this.breakLines(1)
    this.#breakLists()
    const breaks = this.#gap.takeBreaks()
    this.#flush()
    put(this.#pieces, breaks)
  }

  #breakLists(): void {
    if (this.#levels === 0) return
    this.#isBroken = true
    this.#gapMarks = 0
    this.#levels = 0
  }

  #flush(): void {
    const written: Written[] = []
    if (this.#atoms.length > 0 && !writeInline(this.#atoms, written))
      this.lose('emphasis within a strong word')
    putLines(this.#pieces, written)
    this.#atoms = []
    this.#gap.clear()
    this.#gapMarks = ALL
    this.#isAtMarker = false
  }
}

/** Adds lines of markup, of which only markers mark any. */
function putLines(out: Piece[], written: readonly Written[]): void {
  let isAtStart = true
  for (const piece of written) {
    if (typeof piece === 'string') put(out, escapeLines(piece, isAtStart))
    else put<Piece>(out, piece.kind === 'marker' ? piece.text : piece)
    isAtStart = typeof piece === 'string' && piece.endsWith('\n')
  }
}
