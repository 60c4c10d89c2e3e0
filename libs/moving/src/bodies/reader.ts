import { Cells } from './cells.ts'
import { CodeBlock } from './code-block.ts'
import { TypedCovers } from './covers.ts'
import {
  type Attributes,
  boxOf,
  endsWithBlock,
  isCode,
  isHeaded,
  isLeftOut,
  isQuote,
  linesAround,
  marksOf,
  quotedOf,
  VOID,
} from './elements.ts'
import { escapeText } from './escape.ts'
import { Links, lostHint } from './links.ts'
import { Lists, lostOrder } from './lists.ts'
import { MARK } from './marks.ts'
import { isEmoji, isOrnament, isPictured, PLAYED, wordsOf } from './media.ts'
import { MediaLinks } from './media-links.ts'
import { type Named, withNames } from './names.ts'
import type { Converted, Dialect } from './pieces.ts'
import { isCitation, quotedPostOf } from './quoted.ts'
import { type Shade, Shades, shadeOf } from './shades.ts'
import { isPlaced, keepsBlanks, linesOfKept, lostPlace, placed } from './typed.ts'
import { MarkupWriter } from './writer.ts'

const ALL_MARKS = Object.values(MARK)
const HEADING = /^h[1-6]$/
/** What is shown of controls that one can fill in or press. */
const SHOWN_INPUTS = new Set(['button', 'email', 'number', 'reset', 'search', 'submit', 'tel', 'text', 'url'])

/** What an open element has begun. */
interface Opened {
  readonly name: string
  readonly marks: number
  readonly shade: Shade
  readonly isQuote: boolean
  readonly isHeaded: boolean
  readonly isKept: boolean
  readonly isCitation: boolean
  readonly quoted: string | undefined
  /** Whether the end of a block around it is still to come, which may be its own. */
  isAwaited: boolean
}

/** Reads elements as they open and close, and writes markup. */
export class ElementReader {
  readonly #writer = new MarkupWriter()
  readonly #dialect: Dialect
  /** The open elements, by their name. */
  readonly #opened = new Map<string, Opened[]>()
  /** Blocks, and what ends with them, in the order in which they were opened. */
  readonly #within: Opened[] = []
  /** How many open elements say so, of each mark. */
  readonly #counts = new Map<number, number>(ALL_MARKS.map((mark) => [mark, 0]))
  readonly #lists = new Lists()
  readonly #cells = new Cells()
  readonly #links: Links
  readonly #media: MediaLinks
  readonly #covers: TypedCovers
  /** An open element that is no text, and how many of its name are open in it. */
  #leftOut: { name: string; depth: number } | undefined
  #block: CodeBlock | undefined
  #codes = 0
  /** How many open elements keep each blank. */
  #kept = 0
  readonly #shades = new Shades()
  /** The posts that open elements quote. */
  readonly #quoted: string[] = []
  /** Which open elements raise or lower their text. */
  readonly #places: string[] = []

  /** @param ends How many spoilers that are typed as tags end in the post: the others are text. */
  constructor(dialect: Dialect, ends = 0) {
    this.#dialect = dialect
    this.#covers = new TypedCovers(ends)
    this.#links = new Links(this.#writer, dialect)
    const say = (words: string, target: string) => this.text(this.#block ? target : words || target)
    this.#media = new MediaLinks(this.#links, this.#writer, dialect, say)
  }

  get result(): Converted {
    this.#closeBlock()
    this.#links.close()
    return { pieces: this.#writer.finish(), images: this.#media.images, losses: this.#writer.losses }
  }

  /** How many ends of spoilers that are typed as tags were read, which code has none of. */
  get coverEnds(): number {
    return this.#covers.met
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'body') this.#leftOut = undefined
    else if (name === this.#leftOut?.name) this.#leftOut.depth += 1
    else if (isLeftOut(name, attributes, this.#links.isOpen)) this.#leftOut ??= { name, depth: 1 }
    if (name === 'script' && attributes.src) this.#writer.lose(`what a script shows (${attributes.src})`)
    if (this.#leftOut) return
    this.#tooltip(name, attributes)
    if (this.#media.isPlaying) this.#media.open(name, attributes)
    else if (PLAYED.has(name)) this.#media.play(name, attributes)
    else if (name === 'br') this.#break()
    else if (name === 'img' || name === 'image') this.#image(attributes)
    else if (name === 'input') this.#input(attributes)
    else if (name === 'area') this.#area(attributes)
    else if (this.#block) this.#block.open(name, attributes)
    else if (name === 'hr') this.#writer.rule()
    else if (name === 'pre') this.#block = new CodeBlock(this.#writer, this.#shades, attributes)
    else if (!VOID.has(name)) this.#openOther(name, attributes)
  }

  text(text: string): void {
    if (this.#leftOut || this.#media.isUnread) return
    if (this.#block) this.#block.text(text)
    else if (this.#codes > 0) {
      this.#links.say(text)
      const where = this.#places.at(-1)
      if (where !== undefined) this.#writer.lose(lostPlace(where))
      this.#writer.code(text)
    } else
      for (const { text: part, edge, title } of this.#covers.partsOf(text)) {
        this.#lines(part)
        if (edge === 'end') this.#closeOther('spoiler')
        else if (edge === 'begin') this.#cover(title!)
      }
  }

  #lines(text: string): void {
    this.#links.say(text)
    if (this.#kept === 0) this.#words(text)
    else
      for (const [index, line] of linesOfKept(text).entries()) {
        if (index > 0) this.#writer.addBreak()
        this.#words(line)
      }
  }

  #cover(title: string): void {
    if (title !== '') {
      this.#lines(title)
      this.#writer.addBreak()
    }
    this.#openOther('spoiler', {})
  }

  #words(text: string): void {
    const where = this.#places.at(-1)
    const shown = where === undefined ? text : placed(text, where)
    if (shown === undefined) this.#writer.lose(lostPlace(where!))
    else if (where !== undefined) {
      this.#writer.text(shown)
      return
    }
    if (this.#dialect.named && !this.#links.isOpen)
      for (const part of withNames(text, this.#dialect.named)) this.#named(part)
    else this.#writer.text(text)
  }

  #named({ text, oldId }: Named): void {
    if (oldId === undefined) this.#writer.text(text)
    else this.#writer.name(oldId, escapeText(text))
  }

  close(name: string): void {
    if (this.#leftOut) {
      if (name === this.#leftOut.name) this.#leftOut.depth -= 1
      if (this.#leftOut.depth === 0) this.#leftOut = undefined
    } else if (this.#media.isPlaying) this.#media.close(name)
    else if (name === 'br') this.#break()
    else if (this.#block) {
      if (name === 'pre') this.#closeBlock()
      else this.#block.edge(name)
    } else {
      const cell = this.#cells.endedByEnd(name)
      if (cell !== undefined) this.#closeOther(cell)
      this.#closeOther(name)
    }
  }

  #openOther(name: string, attributes: Attributes): void {
    const writer = this.#writer
    const cell = this.#cells.endedByBegin(name)
    if (cell !== undefined) this.#closeOther(cell)
    this.#cells.begin(name)
    const lines = linesAround(name)
    if (name === 'li') writer.item(this.#lists.marker(attributes))
    else if (lines > 0) writer.breakLines(this.#lists.count > 0 ? 1 : lines)
    if (name === 'ul' || name === 'ol') {
      this.#lists.open(name, attributes)
      const lost = lostOrder(name, attributes)
      if (lost !== undefined) writer.lose(lost)
    }
    const cited = isCitation(attributes) ? this.#quoted.at(-1) : undefined
    if (cited !== undefined) this.#links.openCitation(cited, attributes.href)
    else if (name === 'a') this.#links.open(attributes.href)
    if (isCode(name)) this.#codes += 1
    const shade = shadeOf(name, attributes)
    const marks = marksOf(name, attributes) | (this.#shades.open(shade) ? MARK.spoiler : 0)
    const opened = {
      name,
      marks,
      shade,
      isQuote: isQuote(name, attributes),
      isHeaded: isHeaded(attributes),
      isKept: keepsBlanks(attributes),
      isCitation: cited !== undefined,
      quoted: quotedPostOf(attributes),
      isAwaited: lines > 0 || endsWithBlock(name, marks),
    }
    if (opened.isAwaited) this.#within.push(opened)
    if (opened.isKept) this.#kept += 1
    if (opened.quoted !== undefined) this.#quoted.push(opened.quoted)
    if (isPlaced(name)) this.#places.push(name)
    const all = this.#opened.get(name)
    if (all) all.push(opened)
    else this.#opened.set(name, [opened])
    this.#mark(opened.marks, 1)
    if (opened.isQuote) this.#openQuote(quotedOf(name, attributes), opened.quoted ?? attributes['data-link'])
    const box = boxOf(attributes)
    if (box !== undefined) this.text(box)
    if (name === 'q') this.text('“')
    if (attributes['data-video-src'] !== undefined) this.#media.linkTo(attributes, 'video', 'a video')
  }

  #closeOther(name: string): void {
    const opened = this.#opened.get(name)?.pop() ?? this.#otherHeading(name)
    if (opened) this.#end(opened)
  }

  /** The end of a heading of one level ends that of another. */
  #otherHeading(name: string): Opened | undefined {
    if (!HEADING.test(name)) return undefined
    const open = this.#within.at(-1)
    return open && HEADING.test(open.name) && open.isAwaited ? this.#opened.get(open.name)?.pop() : undefined
  }

  /** Ends what was opened since this block and ends with it. */
  #endWithin(block: Opened): void {
    for (let last = this.#within.pop(); last && last !== block; last = this.#within.pop()) {
      const isOpen = last.isAwaited
      last.isAwaited = false
      if (!isOpen || !endsWithBlock(last.name, last.marks)) continue
      const all = this.#opened.get(last.name)!
      all.splice(all.lastIndexOf(last), 1)
      this.#end(last)
    }
  }

  #end(opened: Opened): void {
    const { name } = opened
    if (opened.isAwaited && linesAround(name) > 0) this.#endWithin(opened)
    else if (this.#within.at(-1) === opened) this.#within.pop()
    opened.isAwaited = false
    const writer = this.#writer
    if (name === 'q') this.text('”')
    this.#shades.close(opened.shade)
    if (opened.isKept) this.#kept -= 1
    if (opened.quoted !== undefined) this.#quoted.splice(this.#quoted.lastIndexOf(opened.quoted), 1)
    if (isPlaced(name)) this.#places.splice(this.#places.lastIndexOf(name), 1)
    if (opened.isQuote) writer.closeQuote()
    if (name === 'a' || opened.isCitation) this.#links.close()
    if (name === 'ul' || name === 'ol') this.#lists.close()
    if (name === 'ul' || name === 'ol') writer.endItem(this.#lists.count)
    if (name === 'li') writer.endItem(Math.max(0, this.#lists.count - 1))
    if (isCode(name)) this.#codes -= 1
    if (name === 'td' || name === 'th') writer.text(' | ')
    this.#cells.end(name)
    this.#mark(opened.marks, -1)
    const isHead = name === 'cite' && this.#opened.get('blockquote')?.at(-1)?.isHeaded === true
    const lines = isHead ? 1 : linesAround(name)
    if (lines > 0) writer.breakLines(this.#lists.count > 0 ? 1 : lines)
  }

  #openQuote(author: string | undefined, href: string | undefined): void {
    this.#writer.openQuote()
    if (author === undefined) return
    this.open('b', {})
    if (href !== undefined) this.#links.open(href)
    this.text(author)
    if (href !== undefined) this.#links.close()
    this.close('b')
    this.#writer.breakLines(1)
  }

  #mark(marks: number, by: 1 | -1): void {
    if (marks === 0) return
    for (const mark of ALL_MARKS) {
      if ((marks & mark) === 0) continue
      const count = this.#counts.get(mark)! + by
      this.#counts.set(mark, count)
      this.#writer.marks = count > 0 ? this.#writer.marks | mark : this.#writer.marks & ~mark
    }
  }

  #break(): void {
    if (this.#block) this.#block.break()
    else if (!this.#media.isUnread) this.#writer.addBreak()
  }

  #input(attributes: Attributes): void {
    const { type = 'text', checked, value = '' } = attributes
    const kind = type.toLowerCase()
    if (kind === 'checkbox') this.text(checked === undefined ? '[ ] ' : '[x] ')
    else if (kind === 'image') this.#image(attributes)
    else if (SHOWN_INPUTS.has(kind)) this.text(value)
  }

  /** What is shown while the pointer is on something, unless it says what is shown already. */
  #tooltip(name: string, { title = '', ...attributes }: Attributes): void {
    const said = title.trim()
    if (said === '' || name === 'iframe' || isEmoji(attributes)) return
    if (name === 'a') this.#links.hint(said)
    else if (!isPictured(name) || (attributes.alt ?? '').trim() !== '') {
      if (said !== attributes.alt?.trim()) this.#writer.lose(lostHint(said))
    }
  }

  #closeBlock(): void {
    this.#block?.close()
    this.#block = undefined
  }

  #image(attributes: Attributes): void {
    if (isOrnament(attributes)) return
    if (this.#block || isEmoji(attributes)) this.text(wordsOf(attributes, ''))
    else this.#media.image(attributes, this.#codes === 0, (this.#opened.get('noscript')?.length ?? 0) > 0)
  }

  /** A part of a picture that leads somewhere. */
  #area(attributes: Attributes): void {
    if (attributes.href !== undefined) this.#media.linkTo(attributes, wordsOf(attributes, ''), 'an area')
  }
}
