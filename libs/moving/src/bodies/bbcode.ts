import { type BbTag, pairsOf, tagsOf, withoutTags } from './bbcode-scan.ts'
import {
  addressOf,
  attributesOf,
  elementOf,
  hasOwnLines,
  isAlone,
  isCode,
  isCover,
  isInlineCode,
  isInlineCover,
  isLink,
  isList,
  isTyped,
  playedAt,
  quotedIn,
  styleOf,
} from './bbcode-tags.ts'
import { withoutControls } from './escape.ts'
import { isEscaped, unescaped, withBreaks } from './escaped-bbcode.ts'
import { isNumbered } from './lists.ts'
import type { Converted, Dialect } from './pieces.ts'
import { quotedPostIn } from './quoted.ts'
import { ElementReader } from './reader.ts'
import { type ElementSink, openTitled, writeLink, writeQuoted } from './sink.ts'

/** BBCode as markup. A tag that has no end, or is not known, is text; the report names the latter. */
export function fromBbcode(body: string, dialect: Dialect): Converted {
  const html = new ElementReader(dialect)
  const source = withoutControls(body)
  const reader = isEscaped(source)
    ? new BbcodeReader(withBreaks(source), html, unescaped)
    : new BbcodeReader(source, html)
  reader.read()
  const { losses, ...converted } = html.result
  return { ...converted, losses: [...losses, ...reader.unread] }
}

/** Reads tags as the elements of HTML that they stand for. */
class BbcodeReader {
  readonly #source: string
  readonly #html: ElementSink
  readonly #plain: (part: string) => string
  /** What each open tag has opened; undefined for one that is text. */
  readonly #open = new Map<string, (readonly string[] | undefined)[]>()
  /** Whether an item is open, in each open list. */
  readonly #lists: boolean[] = []
  /** Whether a line break that comes next is none. */
  #isAfterLines = false
  readonly unread = new Set<string>()

  /** @param plain What a part of the source says. */
  constructor(source: string, html: ElementSink, plain = (part: string) => part) {
    this.#source = source
    this.#html = html
    this.#plain = plain
  }

  read(): void {
    const paired = pairsOf(this.#source)
    let ordinal = 0
    let at = 0
    for (const tag of tagsOf(this.#source)) {
      this.#text(this.#source.slice(at, tag.start))
      at = tag.end
      if (this.#tag(this.#plainTag(tag), paired[ordinal]!))
        this.#isAfterLines = hasOwnLines(tag.name) || isBlockCover(tag.name)
      else this.#text(this.#source.slice(tag.start, tag.end))
      ordinal += 1
    }
    this.#text(this.#source.slice(at))
  }

  #plainTag({ option, rest, content, ...tag }: BbTag): BbTag {
    const plain = (part: string | undefined) => (part === undefined ? part : this.#plain(part))
    return {
      ...tag,
      option: plain(option)?.replace(/^"(.*)"$/, '$1'),
      rest: this.#plain(rest),
      content: plain(content),
    }
  }

  #text(text: string): void {
    this.#typed(this.#plain(text))
  }

  #typed(text: string): void {
    if (text === '') return
    const shown = this.#isAfterLines ? text.replace(/^[ \t]*(?:\r\n?|\n)/, '') : text
    this.#isAfterLines = false
    for (const [index, line] of shown.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.#html.open('br', {})
      this.#html.text(line)
    }
  }

  /** Whether it is one, and no text. */
  #tag(tag: BbTag, isPaired: boolean): boolean {
    const { name, content, isEnd } = tag
    if (content !== undefined) return this.#whole(tag, content)
    if (isAlone(name)) return isEnd ? name === 'hr' || this.#lists.length > 0 : this.#alone(name)
    if (!isPaired) return false
    if (isEnd) return this.#end(name)
    const opened = this.#begin(tag)
    if (opened === undefined) this.unread.add(`the tag [${name}]`)
    const all = this.#open.get(name)
    if (all) all.push(opened)
    else this.#open.set(name, [opened])
    return opened !== undefined
  }

  #alone(name: string): boolean {
    if (name !== '*') this.#html.open(name, {})
    else {
      const isOpen = this.#lists.at(-1)
      if (isOpen === undefined) return false
      if (isOpen) this.#html.close('li')
      this.#html.open('li', {})
      this.#lists[this.#lists.length - 1] = true
    }
    return true
  }

  /** The elements that a tag opens, from the outside. */
  #begin({ name, option, rest }: BbTag): readonly string[] | undefined {
    if (isCover(name)) return this.#cover(name, option?.trim() ?? attributesOf(rest).title ?? '')
    if (isList(name)) {
      const { type = option ?? '', start } = attributesOf(rest)
      this.#lists.push(false)
      const list = name === 'ol' || isNumbered(type) ? 'ol' : 'ul'
      return this.#opened(list, start === undefined ? {} : { start })
    }
    if (isLink(name)) {
      const href = addressOf(name, option ?? '')
      return this.#opened('a', href === undefined ? {} : { href })
    }
    const element = elementOf(name)
    if (element === undefined) return undefined
    const opened = this.#opened(element, styleOf(name, option))
    if (name === 'quote') this.#quoted(option, attributesOf(rest))
    return opened
  }

  #opened(element: string, attributes: Record<string, string>): readonly string[] {
    this.#html.open(element, attributes)
    return [element]
  }

  #cover(name: string, title: string): readonly string[] {
    if (isInlineCover(name)) return this.#opened('spoiler', {})
    // A number says how much one must have written to read it.
    openTitled(this.#html, /^\d+$/.test(title) ? '' : title)
    this.#html.open('spoiler', {})
    return ['div', 'spoiler']
  }

  #quoted(option: string | undefined, attributes: Record<string, string>): void {
    const author = quotedIn(option, attributes)
    if (author !== '') writeQuoted(this.#html, author, quotedPostIn(option ?? '', attributes))
  }

  #end(name: string): boolean {
    const opened = this.#open.get(name)?.pop()
    if (opened === undefined) return false
    if (isList(name) && this.#lists.pop()) this.#html.close('li')
    for (const element of opened.toReversed()) this.#html.close(element)
    return true
  }

  /** A tag whose content is no BBCode. */
  #whole({ name, option, rest }: BbTag, content: string): boolean {
    if (isTyped(name)) this.#typed(content)
    else if (isCode(name)) {
      const language = option ?? attributesOf(rest).lang ?? (name === 'code' || name === 'pre' ? '' : name)
      this.#element('pre', { class: `language-${language.toLowerCase()}` }, content)
    } else if (isInlineCode(name)) this.#element('code', {}, content)
    else if (name === 'img') return this.#image(content, attributesOf(rest))
    else if (isLink(name)) return this.#link(name, withoutTags(content))
    else {
      const address = playedAt(option ?? name, content)
      if (address === undefined) {
        this.unread.add(`what [${name}${option === undefined ? '' : `=${option}`}] shows`)
        return false
      }
      writeLink(this.#html, address, address)
    }
    return true
  }

  #element(element: string, attributes: Record<string, string>, text: string): void {
    this.#html.open(element, attributes)
    this.#html.text(text)
    this.#html.close(element)
  }

  #image(content: string, { alt, title }: Record<string, string>): boolean {
    const src = content.trim()
    if (/^$|[\s[\]]/.test(src)) return false
    this.#html.open('img', { src, ...(alt && { alt }), ...(title && { title }) })
    return true
  }

  /** A link that is its own text, or the name of a member. */
  #link(name: string, content: string): boolean {
    const text = content.trim()
    if (name === 'user' || name === 'mention') this.#html.text(text.startsWith('@') ? text : `@${text}`)
    else {
      const href = addressOf(name, text)
      if (text === '' || /\s/.test(text) || href === undefined) return false
      writeLink(this.#html, href, text)
    }
    return true
  }
}

const isBlockCover = (name: string) => isCover(name) && !isInlineCover(name)
