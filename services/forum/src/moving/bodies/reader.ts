import { type Attributes, isQuote, LEFT_OUT, languageOf, linesAround, marksOf } from './elements.ts'
import { escapeText, linkTarget } from './escape.ts'
import { MARK } from './inline.ts'
import { addressOf, isAvatar, isEmoji, PLAYED, wordsOf } from './media.ts'
import type { Converted, Dialect } from './pieces.ts'
import { MarkupWriter } from './writer.ts'

const ALL_MARKS = Object.values(MARK)
const MENTION = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu
/** Items of lists further inside look like those of the last of these levels. */
const DEEPEST_LIST = 8
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
}

/** An open link; without `isLink` one whose address no link of ours may have. */
interface OpenLink {
  readonly address: string
  readonly isLink: boolean
  said: string
}

/** Reads elements as they open and close, and writes markup. */
export class ElementReader {
  readonly #writer = new MarkupWriter()
  readonly #dialect: Dialect
  /** The open elements, by their name. */
  readonly #opened = new Map<string, Opened[]>()
  /** How many open elements say so, of each mark. */
  readonly #counts = new Map<number, number>(ALL_MARKS.map((mark) => [mark, 0]))
  /** The number of the next item in each open list; undefined for a list without numbers. */
  readonly #lists: (number | undefined)[] = []
  #images = 0
  #leftOut = 0
  #link: OpenLink | undefined
  /** The lines of a `pre` so far. */
  #block: { text: string; language: string; isBegun: boolean; isCovered: boolean } | undefined
  #codes = 0
  /** What is being played, and whether it has an address. */
  #played: { name: string; depth: number; isLinked: boolean } | undefined

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  get result(): Converted {
    if (this.#block) this.#closeBlock()
    this.#closeLink()
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
    else if (this.#block) this.#openInBlock(name, attributes)
    else if (name === 'hr') this.#writer.rule()
    else if (name === 'pre') this.#openBlock(attributes)
    else if (!VOID.has(name)) this.#openOther(name, attributes)
  }

  text(text: string): void {
    if (this.#leftOut > 0 || this.#isUnread) return
    if (this.#block) this.#addToBlock(text)
    else {
      if (this.#link) this.#link.said += text
      if (this.#codes > 0) this.#writer.code(text)
      else if (this.#dialect.named && !this.#link) this.#textWithNames(text)
      else this.#writer.text(text)
    }
  }

  close(name: string): void {
    if (LEFT_OUT.has(name)) this.#leftOut = Math.max(0, this.#leftOut - 1)
    else if (this.#leftOut > 0) return
    else if (this.#played) this.#closePlayed(name)
    else if (name === 'br') this.#break()
    else if (this.#block) {
      if (name === 'pre') this.#closeBlock()
    } else this.#closeOther(name)
  }

  #openOther(name: string, attributes: Attributes): void {
    const writer = this.#writer
    const isCode = name === 'code' || name === 'tt' || name === 'samp'
    const lines = linesAround(name)
    if (name === 'li') this.#openItem(attributes)
    else if (lines > 0) writer.breakLines(this.#lists.length > 0 ? 1 : lines)
    if (name === 'ul' || name === 'ol') this.#openList(name, attributes)
    if (name === 'a') this.#openLink(attributes.href)
    if (isCode) this.#codes += 1
    const opened = { marks: marksOf(name, attributes), isQuote: isQuote(name, attributes) }
    const all = this.#opened.get(name)
    if (all) all.push(opened)
    else this.#opened.set(name, [opened])
    this.#mark(opened.marks, 1)
    if (opened.isQuote) writer.openQuote()
  }

  #closeOther(name: string): void {
    const opened = this.#opened.get(name)?.pop()
    if (!opened) return
    const writer = this.#writer
    if (opened.isQuote) writer.closeQuote()
    if (name === 'a') this.#closeLink()
    if (name === 'li' || name === 'ul' || name === 'ol') writer.endItem()
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (name === 'code' || name === 'tt' || name === 'samp') this.#codes -= 1
    if (name === 'td' || name === 'th') writer.text(' | ')
    this.#mark(opened.marks, -1)
    const lines = linesAround(name)
    if (lines > 0) writer.breakLines(this.#lists.length > 0 ? 1 : lines)
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

  #openList(name: string, { start = '1' }: Attributes): void {
    const from = Number.parseInt(start, 10)
    this.#lists.push(name === 'ol' ? (Number.isNaN(from) ? 1 : from) : undefined)
  }

  #openItem({ value = '' }: Attributes): void {
    const level = this.#lists.length - 1
    let number = this.#lists[level]
    if (number !== undefined) {
      const own = Number.parseInt(value, 10)
      if (!Number.isNaN(own)) number = own
      this.#lists[level] = number + 1
    }
    const dashes = '– '.repeat(Math.min(Math.max(0, level), DEEPEST_LIST))
    this.#writer.item(dashes + (number === undefined ? '-' : `${number}.`))
  }

  #break(): void {
    if (this.#block) this.#block.text += '\n'
    else if (!this.#isUnread) this.#writer.addBreak()
  }

  #box({ type = '', checked }: Attributes): void {
    if (type.toLowerCase() === 'checkbox') this.text(checked === undefined ? '[ ] ' : '[x] ')
  }

  #openBlock(attributes: Attributes): void {
    const isCovered = (marksOf('pre', attributes) & MARK.spoiler) !== 0
    this.#block = { text: '', language: languageOf(attributes), isBegun: false, isCovered }
  }

  #openInBlock(name: string, attributes: Attributes): void {
    this.#block!.language ||= languageOf(attributes)
    if (name === 'a' && attributes.href !== undefined)
      this.#writer.lose(`a link in code to ${attributes.href}`)
    const marks = marksOf(name, attributes)
    if ((marks & MARK.spoiler) !== 0) this.#block!.isCovered = true
    else if (marks !== 0) this.#writer.lose('emphasis in code')
  }

  /** A line break right behind the tag is none. */
  #addToBlock(text: string): void {
    const block = this.#block!
    const begun = block.isBegun ? text : text.replace(/^\r?\n/, '')
    block.isBegun = true
    block.text += begun
  }

  #closeBlock(): void {
    const { text, language, isCovered } = this.#block!
    this.#block = undefined
    // Part of a block cannot be covered.
    if (isCovered) this.#mark(MARK.spoiler, 1)
    this.#writer.codeBlock(text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, ''), language)
    if (isCovered) this.#mark(MARK.spoiler, -1)
  }

  #openLink(address: string | undefined): void {
    this.#closeLink()
    if (address === undefined) return
    const leadsTo = this.#dialect.target(address)
    const target = this.#targetOf(address, leadsTo !== undefined)
    const isLink = leadsTo?.kind === 'user' || target !== undefined
    this.#link = { address, isLink, said: '' }
    if (isLink) this.#writer.link = { address, target, leadsTo, marks: this.#writer.marks }
  }

  #closeLink(): void {
    if (!this.#link) return
    const { address, isLink, said } = this.#link
    const isEmpty = said.trim() === ''
    if (isLink && isEmpty && !address.startsWith('#')) this.#writer.text(address)
    this.#writer.link = undefined
    this.#link = undefined
    if (isLink) return
    // An address that no link of ours may have is told in words, once.
    this.#writer.lose(`a link to ${address}`)
    if (!readsAs(said, address)) this.#writer.text(isEmpty ? address : ` (${address})`)
  }

  /** Where a link leads as long as its target is not here; undefined if no link of ours may lead there. */
  #targetOf(address: string, isOurs: boolean): string | undefined {
    const isImported = isOurs && address.startsWith('imported:')
    return linkTarget(isImported ? address.replaceAll(':', '/') : address, this.#dialect.base)
  }

  #image(attributes: Attributes): void {
    if (isAvatar(attributes)) return
    if (this.#block || isEmoji(attributes)) this.text(wordsOf(attributes, ''))
    else {
      this.#images += 1
      this.#linkTo(attributes, wordsOf(attributes, 'image'), 'an image')
    }
  }

  /** A link with these words to the address of a picture, a sound or a frame; whether it has one. */
  #linkTo(attributes: Attributes, words: string, what: string): boolean {
    const { target, said } = addressOf(attributes, this.#dialect.base)
    const isOwn = target !== undefined && !this.#link && !this.#block
    if (isOwn) this.#writer.link = { address: said!, target, leadsTo: undefined, marks: this.#writer.marks }
    else if (target === undefined) this.#writer.lose(said === undefined ? what : `${what} at ${said}`)
    this.text(words || target || '')
    if (isOwn) this.#writer.link = undefined
    return target !== undefined
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

  #textWithNames(text: string): void {
    let from = 0
    for (const match of text.matchAll(MENTION)) {
      const [oldId, length] = this.#findNamed(match[1]!)
      if (oldId === undefined) continue
      const end = match.index + 1 + length
      this.#writer.text(text.slice(from, match.index))
      this.#writer.name(oldId, escapeText(`@${match[1]!.slice(0, length)}`))
      from = end
    }
    this.#writer.text(text.slice(from))
  }

  /** A name may end a sentence. */
  #findNamed(name: string): [oldId: string | undefined, length: number] {
    const whole = this.#dialect.named?.(name)
    if (whole !== undefined) return [whole, name.length]
    const shorter = name.replace(/[._-]+$/, '')
    return [this.#dialect.named?.(shorter), shorter.length]
  }
}

/** Whether a text already says an address. */
function readsAs(said: string, address: string): boolean {
  const plain = (text: string) =>
    decoded(text.trim())
      .replace(/^(?:mailto|tel):/i, '')
      .toLowerCase()
  return plain(said) === plain(address)
}

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
