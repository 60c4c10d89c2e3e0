import { CodeBlock } from './code-block.ts'
import { type Attributes, isQuote, LEFT_OUT, linesAround, marksOf } from './elements.ts'
import { escapeText } from './escape.ts'
import { Links } from './links.ts'
import { Lists } from './lists.ts'
import { MARK } from './marks.ts'
import { addressOf, isAvatar, isEmoji, PLAYED, wordsOf } from './media.ts'
import { type Named, withNames } from './names.ts'
import type { Converted, Dialect } from './pieces.ts'
import { isPlaced, keepsBlanks, linesOfKept, placed } from './typed.ts'
import { MarkupWriter } from './writer.ts'

const ALL_MARKS = Object.values(MARK)
/** Elements without content. */
const VOID = new Set([
  'br',
  'hr',
  'img',
  'input',
  'embed',
  'source',
  'param',
  'wbr',
  'meta',
  'link',
  'track',
  'col',
  'frame',
])

/** What says where that is which is played. */
const SOURCES = new Set(['source', 'embed', 'a', 'img'])

/** What an open element has begun. */
interface Opened {
  readonly marks: number
  readonly isQuote: boolean
  readonly isKept: boolean
}

/** Reads elements as they open and close, and writes markup. */
export class ElementReader {
  readonly #writer = new MarkupWriter()
  readonly #dialect: Dialect
  /** The open elements, by their name. */
  readonly #opened = new Map<string, Opened[]>()
  /** How many open elements say so, of each mark. */
  readonly #counts = new Map<number, number>(ALL_MARKS.map((mark) => [mark, 0]))
  readonly #lists = new Lists()
  readonly #links: Links
  #images = 0
  #leftOut = 0
  #block: CodeBlock | undefined
  #codes = 0
  /** How many open elements keep each blank. */
  #kept = 0
  /** Which open elements raise or lower their text. */
  readonly #places: string[] = []
  /** What is being played, and whether it has an address. */
  #played: { name: string; depth: number; isLinked: boolean } | undefined

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#links = new Links(this.#writer, dialect)
  }

  get result(): Converted {
    this.#closeBlock()
    this.#links.close()
    return { pieces: this.#writer.finish(), images: this.#images, losses: this.#writer.losses }
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'body') this.#leftOut = 0
    else if (LEFT_OUT.has(name)) this.#leftOut += 1
    if (this.#leftOut > 0) return
    if (this.#played) this.#openInPlayed(name, attributes)
    else if (PLAYED.has(name)) this.#play(name, attributes)
    else if (name === 'br') this.#break()
    else if (name === 'img' || name === 'image') this.#image(attributes)
    else if (name === 'input') this.#box(attributes)
    else if (this.#block) this.#block.open(name, attributes)
    else if (name === 'hr') this.#writer.rule()
    else if (name === 'pre') this.#block = new CodeBlock(this.#writer, attributes)
    else if (!VOID.has(name)) this.#openOther(name, attributes)
  }

  text(text: string): void {
    if (this.#leftOut > 0 || this.#isUnread) return
    if (this.#block) this.#block.text(text)
    else {
      this.#links.say(text)
      if (this.#codes > 0) this.#writer.code(text)
      else if (this.#kept === 0) this.#words(text)
      else
        for (const [index, line] of linesOfKept(text).entries()) {
          if (index > 0) this.#writer.addBreak()
          this.#words(line)
        }
    }
  }

  #words(text: string): void {
    const where = this.#places.at(-1)
    const shown = where === undefined ? text : placed(text, where)
    if (shown === undefined) this.#writer.lose(where === 'sup' ? 'raised text' : 'lowered text')
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
    if (LEFT_OUT.has(name)) this.#leftOut = Math.max(0, this.#leftOut - 1)
    else if (this.#leftOut > 0) return
    else if (this.#played) this.#closePlayed(name)
    else if (name === 'br') this.#break()
    else if (this.#block) {
      if (name === 'pre') this.#closeBlock()
      else this.#block.edge(name)
    } else this.#closeOther(name)
  }

  #openOther(name: string, attributes: Attributes): void {
    const writer = this.#writer
    const isCode = name === 'code' || name === 'tt' || name === 'samp'
    const lines = linesAround(name)
    if (name === 'li') writer.item(this.#lists.marker(attributes))
    else if (lines > 0) writer.breakLines(this.#lists.areOpen ? 1 : lines)
    if (name === 'ul' || name === 'ol') this.#lists.open(name, attributes)
    if (name === 'a') this.#links.open(attributes.href)
    if (isCode) this.#codes += 1
    const opened = {
      marks: marksOf(name, attributes),
      isQuote: isQuote(name, attributes),
      isKept: keepsBlanks(attributes),
    }
    if (opened.isKept) this.#kept += 1
    if (isPlaced(name)) this.#places.push(name)
    const all = this.#opened.get(name)
    if (all) all.push(opened)
    else this.#opened.set(name, [opened])
    this.#mark(opened.marks, 1)
    if (opened.isQuote) writer.openQuote()
    if (name === 'q') this.text('“')
    if (attributes['data-video-src'] !== undefined) this.#linkTo(attributes, 'video', 'a video')
  }

  #closeOther(name: string): void {
    const opened = this.#opened.get(name)?.pop()
    if (!opened) return
    const writer = this.#writer
    if (name === 'q') this.text('”')
    if (opened.isKept) this.#kept -= 1
    if (isPlaced(name)) this.#places.splice(this.#places.lastIndexOf(name), 1)
    if (opened.isQuote) writer.closeQuote()
    if (name === 'a') this.#links.close()
    if (name === 'li' || name === 'ul' || name === 'ol') writer.endItem()
    if (name === 'ul' || name === 'ol') this.#lists.close()
    if (name === 'code' || name === 'tt' || name === 'samp') this.#codes -= 1
    if (name === 'td' || name === 'th') writer.text(' | ')
    this.#mark(opened.marks, -1)
    const lines = linesAround(name)
    if (lines > 0) writer.breakLines(this.#lists.areOpen ? 1 : lines)
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
    else if (!this.#isUnread) this.#writer.addBreak()
  }

  #box({ type = '', checked }: Attributes): void {
    if (type.toLowerCase() === 'checkbox') this.text(checked === undefined ? '[ ] ' : '[x] ')
  }

  #closeBlock(): void {
    this.#block?.close()
    this.#block = undefined
  }

  #image(attributes: Attributes): void {
    if (isAvatar(attributes)) return
    if (this.#block || isEmoji(attributes)) this.text(wordsOf(attributes, ''))
    else {
      this.#images += 1
      this.#linkTo(attributes, wordsOf(attributes, 'image'), 'an image')
    }
  }

  /** A link with these words to the address of a picture, a sound or a frame; in code, the address. */
  #linkTo(attributes: Attributes, words: string, what: string): void {
    this.#links.toMedia(attributes, what, (target) => this.text(this.#block ? target : words || target))
  }

  #play(name: string, attributes: Attributes): void {
    if (name === 'embed' || name === 'frame') {
      this.#linkTo(attributes, wordsOf(attributes, PLAYED.get(name)!), 'an embedded page')
      return
    }
    this.#played = { name, depth: 1, isLinked: false }
    this.#playFrom(attributes)
  }

  /** Links to what is played, wherever its address is first. */
  #playFrom(attributes: Attributes): void {
    const played = this.#played!
    if (played.isLinked || addressOf(attributes, this.#dialect.base).target === undefined) return
    this.#played = undefined
    this.#linkTo(attributes, wordsOf(attributes, PLAYED.get(played.name)!), '')
    this.#played = { ...played, isLinked: true }
  }

  /** What is in a player is for whom it does not play; only the address counts. */
  get #isUnread(): boolean {
    return this.#played !== undefined && (this.#played.name !== 'object' || this.#played.isLinked)
  }

  #openInPlayed(name: string, attributes: Attributes): void {
    const played = this.#played!
    if (name === played.name) played.depth += 1
    if (name === 'param' && /^(?:movie|src|url)$/i.test(attributes.name ?? ''))
      this.#playFrom({ movie: attributes.value ?? '' })
    else if (SOURCES.has(name) || name === played.name) this.#playFrom(attributes)
  }

  #closePlayed(name: string): void {
    const played = this.#played!
    if (name === played.name) played.depth -= 1
    if (played.depth > 0) return
    this.#played = undefined
    if (!played.isLinked) this.#writer.lose(`a player or page (${played.name}) without an address`)
  }
}
