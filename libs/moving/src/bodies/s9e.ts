import { isNumbered } from './lists.ts'
import { quotedAddress } from './quoted.ts'
import { type ElementSink, openTitled, writeLink, writeQuoted } from './sink.ts'

/**
 * XML as s9e\TextFormatter stores it, for phpBB and Flarum: elements in capitals, and what was typed for them in `s`, `e` and
 * `i`. The root is `r`, or `t` of a text without elements.
 */
export const isS9e = (body: string): boolean => /^\s*<[rt]>/.test(body)

const NAMES: Readonly<Record<string, string>> = {
  ALIGN: 'div',
  C: 'code',
  CODE: 'pre',
  EMAIL: 'a',
  FLOAT: 'div',
  INDENT: 'div',
  JUSTIFY: 'div',
  LEFT: 'div',
  QUOTE: 'blockquote',
  RIGHT: 'div',
  'UPL-FILE': 'a',
  URL: 'a',
}
/** What is typed rather than shown, and what a picture, a rule or a word that is not said is typed as. */
const UNREAD = new Set(['s', 'e', 'i', 'CENSOR', 'IMG', 'HR', 'TASK'])
/** Uploads of Flarum: all but the name of a file is a short code. */
const UPLOAD = /^UPL-(?!FILE$)/
/** Blocks that are covered, with a title or without. */
const COVERED = new Set(['SPOILER', 'DETAILS'])
const CODES = new Set(['C', 'CODE'])
const ADDRESS = /^\s*(https?:\/\/\S+)\s*$/

/** What says the colour behind a text, as boards name it who have such a tag. */
const GROUND = /^(?:BG|BACK|HIGHLIGHT|MARK)/

type Attributes = Record<string, string>

/** Reads its elements as those of HTML that they stand for. */
export class S9eReader implements ElementSink {
  readonly #html: ElementSink
  readonly #lists: string[] = []
  #unread: { name: string; depth: number } | undefined
  /** Open links and codes, in which an address is text. */
  #links = 0
  /** What an emoji shows that is typed by its name. */
  #emoji: string | undefined

  constructor(html: ElementSink) {
    this.#html = html
  }

  open(name: string, attributes: Attributes): void {
    if (this.#unread) {
      if (name === this.#unread.name) this.#unread.depth += 1
      return
    }
    if (UNREAD.has(name) || UPLOAD.test(name) || attributes.char !== undefined)
      this.#unread = { name, depth: 1 }
    if (name === 's' || name === 'e' || name === 'i') return
    if (attributes.char !== undefined) this.#html.text(attributes.char)
    else if (name === 'CENSOR') this.#html.text(attributes.with ?? '****')
    else if (name === 'IMG') this.#html.open('img', attributes)
    else if (UPLOAD.test(name)) this.#upload(name, attributes)
    else if (name === 'TASK') this.#html.text(attributes.state === 'checked' ? '[x] ' : '[ ] ')
    else if (name.endsWith('MENTION')) this.#mention(name, attributes)
    else {
      if (name === 'EMOJI') this.#emoji = charactersOf(attributes.seq ?? '')
      this.#openOther(name, attributes)
    }
  }

  text(text: string): void {
    if (this.#unread) return
    if (this.#emoji !== undefined && NAMED.test(text)) {
      this.#html.text(this.#emoji)
      return
    }
    const address = this.#links === 0 ? ADDRESS.exec(text)?.[1] : undefined
    // What a player is for is typed as its address.
    writeLink(this.#html, address, text)
  }

  close(name: string): void {
    if (this.#unread) {
      if (name === this.#unread.name) this.#unread.depth -= 1
      if (this.#unread.depth === 0) this.#unread = undefined
      return
    }
    if (name === 'br') return
    if (name === 'EMOJI') this.#emoji = undefined
    const own = name === 'LIST' ? (this.#lists.pop() ?? 'ul') : this.#nameOf(name)
    if (own === 'a' || CODES.has(name)) this.#links -= 1
    this.#html.close(own)
    if (COVERED.has(name)) this.#html.close('div')
  }

  #openOther(name: string, attributes: Attributes): void {
    const html = this.#html
    const own = name === 'LIST' ? listOf(attributes) : this.#nameOf(name)
    if (name === 'LIST') this.#lists.push(own)
    if (own === 'a' || CODES.has(name)) this.#links += 1
    if (COVERED.has(name)) openTitled(html, attributes.title ?? '')
    html.open(own, ownAttributes(name, attributes))
    if (name === 'QUOTE' && attributes.author)
      writeQuoted(html, attributes.author, (attributes.url ?? quotedAddress(attributes.post_id)) || undefined)
  }

  #upload(name: string, { url = '', ...attributes }: Attributes): void {
    if (name.startsWith('UPL-IMAGE')) this.#html.open('img', { ...attributes, src: url })
    else writeLink(this.#html, url, url)
  }

  /** A member is named by their id, as the other forum has it; whoever is answered by that of their post. */
  #mention(name: string, { displayname, username, groupname, id }: Attributes): void {
    const named = displayname ?? username ?? groupname
    if (named === undefined) return
    const href =
      name === 'USERMENTION' && id !== undefined
        ? `imported:user:${id}`
        : name === 'POSTMENTION'
          ? quotedAddress(id)
          : undefined
    writeLink(this.#html, href, `@${named}`)
    this.#unread = { name, depth: 1 }
  }

  /** Elements of HTML, where the other forum lets members use some, are named so. */
  #nameOf(name: string): string {
    return Object.hasOwn(NAMES, name) ? NAMES[name]! : name.toLowerCase().replace(/^html:/, '')
  }
}

const NAMED = /^[\x20-\x7e]+$/

/** The characters of a sequence such as `1f468-200d-1f469`. */
function charactersOf(sequence: string): string | undefined {
  if (!/^[0-9a-f]{2,5}(?:-[0-9a-f]{2,5}){0,15}$/i.test(sequence)) return undefined
  return sequence
    .split('-')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join('')
    .toWellFormed()
}

const listOf = ({ type = '' }: Attributes): string => (isNumbered(type) ? 'ol' : 'ul')

function ownAttributes(name: string, attributes: Attributes): Attributes {
  const { url = '', email = '', lang = '', start, color } = attributes
  if (name === 'URL' || name === 'UPL-FILE') return { href: url }
  if (name === 'EMAIL') return { href: `mailto:${email}` }
  if (name === 'CODE') return { class: `language-${lang}` }
  if (color !== undefined) return { style: `${GROUND.test(name) ? 'background' : 'color'}: ${color}` }
  return start === undefined ? {} : { start }
}
