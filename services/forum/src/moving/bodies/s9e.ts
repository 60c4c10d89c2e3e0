import type { ElementSink } from './sink.ts'

/**
 * XML as s9e\TextFormatter stores it, for phpBB and Flarum: elements in capitals, and what was typed for them in `s`, `e` and
 * `i`. The root is `r`, or `t` of a text without elements.
 */
export const isS9e = (body: string): boolean => /^\s*<[rt]>/.test(body)

const NAMES: Readonly<Record<string, string>> = {
  C: 'code',
  CODE: 'pre',
  EMAIL: 'a',
  QUOTE: 'blockquote',
  'UPL-FILE': 'a',
  URL: 'a',
}
const NUMBERED = /^(?:decimal|(?:lower|upper)-(?:alpha|roman|latin)|1|a|i)/i
/** What is typed rather than shown, and what a picture or a rule is typed as. */
const UNREAD = new Set(['s', 'e', 'i', 'IMG', 'HR', 'TASK', 'UPL-IMAGE', 'UPL-IMAGE-PREVIEW'])
const ADDRESS = /^\s*(https?:\/\/\S+)\s*$/

type Attributes = Record<string, string>

/** Reads its elements as those of HTML that they stand for. */
export class S9eReader implements ElementSink {
  readonly #html: ElementSink
  readonly #lists: string[] = []
  #unread: { name: string; depth: number } | undefined
  #links = 0

  constructor(html: ElementSink) {
    this.#html = html
  }

  open(name: string, attributes: Attributes): void {
    if (this.#unread) {
      if (name === this.#unread.name) this.#unread.depth += 1
      return
    }
    if (UNREAD.has(name)) this.#unread = { name, depth: 1 }
    if (name === 's' || name === 'e' || name === 'i') return
    if (name === 'IMG') this.#html.open('img', attributes)
    else if (name.startsWith('UPL-IMAGE'))
      this.#html.open('img', { ...attributes, src: attributes.url ?? '' })
    else if (name === 'TASK') this.#html.text(attributes.state === 'checked' ? '[x] ' : '[ ] ')
    else if (name.endsWith('MENTION')) this.#mention(name, attributes)
    else this.#openOther(name, attributes)
  }

  text(text: string): void {
    if (this.#unread) return
    const address = this.#links === 0 ? ADDRESS.exec(text)?.[1] : undefined
    // What a player is for is typed as its address.
    if (address !== undefined) this.#html.open('a', { href: address })
    this.#html.text(text)
    if (address !== undefined) this.#html.close('a')
  }

  close(name: string): void {
    if (this.#unread) {
      if (name === this.#unread.name) this.#unread.depth -= 1
      if (this.#unread.depth === 0) this.#unread = undefined
      return
    }
    if (name === 'br') return
    const own = name === 'LIST' ? (this.#lists.pop() ?? 'ul') : this.#nameOf(name)
    if (own === 'a') this.#links -= 1
    this.#html.close(own)
    if (name === 'SPOILER') this.#html.close('div')
  }

  #openOther(name: string, attributes: Attributes): void {
    const html = this.#html
    const own = name === 'LIST' ? listOf(attributes) : this.#nameOf(name)
    if (name === 'LIST') this.#lists.push(own)
    if (own === 'a') this.#links += 1
    if (name === 'SPOILER') {
      html.open('div', {})
      if (attributes.title) {
        html.text(attributes.title)
        html.open('br', {})
      }
    }
    html.open(own, ownAttributes(name, attributes))
    if (name !== 'QUOTE' || !attributes.author) return
    html.open('p', {})
    html.open('b', {})
    html.text(attributes.author)
    html.close('b')
    html.close('p')
  }

  #mention(name: string, { displayname, username, groupname }: Attributes): void {
    const named = displayname ?? username ?? groupname
    if (named === undefined) return
    this.#html.text(`@${named}`)
    this.#unread = { name, depth: 1 }
  }

  #nameOf(name: string): string {
    return Object.hasOwn(NAMES, name) ? NAMES[name]! : name.toLowerCase()
  }
}

const listOf = ({ type = '' }: Attributes): string => (NUMBERED.test(type) ? 'ol' : 'ul')

function ownAttributes(name: string, attributes: Attributes): Attributes {
  const { url = '', email = '', lang = '', start } = attributes
  if (name === 'URL' || name === 'UPL-FILE') return { href: url }
  if (name === 'EMAIL') return { href: `mailto:${email}` }
  if (name === 'CODE') return { class: `language-${lang}` }
  return start === undefined ? {} : { start }
}
