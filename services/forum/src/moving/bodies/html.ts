import { Parser } from 'htmlparser2'
import { linkTarget, withoutControls } from './escape.ts'
import type { Converted, Dialect } from './pieces.ts'
import { MarkupWriter, type SpanKind } from './writer.ts'

const SPANS: Readonly<Record<string, SpanKind>> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  cite: 'emphasis',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  details: 'spoiler',
}
const HEADINGS = /^h[1-6]$/
const PARAGRAPHS = new Set(['p', 'div', 'section', 'article', 'table', 'ul', 'ol', 'dl', 'figure'])
const LINES = new Set(['li', 'tr', 'dt', 'dd', 'summary', 'figcaption', 'caption'])
const CELLS = new Set(['td', 'th'])
/** What is no text. */
const LEFT_OUT = new Set(['script', 'style', 'template', 'head', 'title', 'iframe', 'object'])
const MENTION = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu
/** Items of lists further inside look like those of the last of these levels. */
const DEEPEST_LIST = 8
const LANGUAGE = /(?:^|\s)lang(?:uage)?-([A-Za-z0-9+#.-]{1,32})/

/** HTML as markup. What has no counterpart stays readable text, what is no text is left out. */
export function fromHtml(html: string, dialect: Dialect): Converted {
  const reader = new HtmlReader(dialect)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.text(text),
      onclosetag: (name) => reader.close(name),
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  )
  parser.end(withoutControls(html))
  return reader.result
}

/** Reads elements as they open and close, and writes markup. */
export class HtmlReader {
  readonly writer = new MarkupWriter()
  images = 0
  readonly #dialect: Dialect
  /** Of lists, the number of the next item; 0 of those without. */
  readonly #lists: number[] = []
  #leftOut = 0
  #link: { at: number; address: string } | undefined
  /** What a code holds so far. */
  #code: { text: string; language: string; isBlock: boolean } | undefined

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  get result(): Converted {
    return { pieces: this.writer.pieces, images: this.images }
  }

  open(name: string, attributes: Record<string, string>): void {
    if (LEFT_OUT.has(name)) this.#leftOut += 1
    if (this.#leftOut > 0) return
    if (this.#code) {
      this.#code.language ||= LANGUAGE.exec(attributes.class ?? '')?.[1] ?? ''
      if (name === 'br') this.#code.text += '\n'
      return
    }
    const { writer } = this
    if (name === 'pre' || name === 'code') {
      const language = LANGUAGE.exec(attributes.class ?? '')?.[1] ?? ''
      this.#code = { text: '', language, isBlock: name === 'pre' }
    } else if (name === 'blockquote') writer.openQuote()
    else if (name === 'br') writer.addBreak()
    else if (name === 'hr') this.#rule()
    else if (name === 'a') this.#openLink(attributes.href)
    else if (name === 'img') this.#image(attributes)
    else this.#openOther(name, attributes)
  }

  text(text: string): void {
    if (this.#leftOut > 0) return
    if (this.#code) this.#code.text += text
    else if (this.#dialect.named && !this.#link) this.#textWithNames(text)
    else this.writer.text(text)
  }

  close(name: string): void {
    if (LEFT_OUT.has(name)) {
      this.#leftOut -= 1
      return
    }
    if (this.#leftOut > 0) return
    if (this.#code) {
      this.#closeCode(name)
      return
    }
    const { writer } = this
    if (name === 'blockquote') writer.closeQuote()
    else if (name === 'a') this.#closeLink()
    else if (name === 'ul' || name === 'ol') this.#closeList()
    else if (HEADINGS.test(name)) {
      writer.closeSpan('strong')
      writer.breakLines(2)
    } else if (PARAGRAPHS.has(name)) writer.breakLines(2)
    else if (LINES.has(name)) writer.breakLines(1)
    else if (CELLS.has(name)) writer.text(' | ')
    const span = SPANS[name]
    if (span) writer.closeSpan(span)
  }

  #openOther(name: string, attributes: Record<string, string>): void {
    const { writer } = this
    if (HEADINGS.test(name)) {
      writer.breakLines(2)
      writer.openSpan('strong')
    } else if (name === 'ul' || name === 'ol') {
      writer.breakLines(this.#lists.length > 0 ? 1 : 2)
      this.#lists.push(name === 'ol' ? Number.parseInt(attributes.start ?? '1', 10) || 1 : 0)
    } else if (name === 'li') this.#openItem()
    else if (PARAGRAPHS.has(name)) writer.breakLines(this.#lists.length > 0 ? 0 : 2)
    else if (LINES.has(name)) writer.breakLines(1)
    const span = SPANS[name]
    if (span) writer.openSpan(span)
  }

  #openItem(): void {
    const level = this.#lists.length - 1
    const number = this.#lists[level] ?? 0
    if (number > 0) this.#lists[level] = number + 1
    this.writer.breakLines(1)
    this.writer.raw(
      `${'– '.repeat(Math.min(Math.max(0, level), DEEPEST_LIST))}${number > 0 ? `${number}.` : '-'} `,
    )
  }

  #closeList(): void {
    this.#lists.pop()
    this.writer.breakLines(this.#lists.length > 0 ? 1 : 2)
  }

  #rule(): void {
    this.writer.breakLines(1)
    this.writer.raw('———')
    this.writer.breakLines(1)
  }

  #closeCode(name: string): void {
    const { text, language, isBlock } = this.#code!
    if (name !== (isBlock ? 'pre' : 'code')) return
    this.#code = undefined
    if (isBlock) this.writer.codeBlock(text, language)
    else this.writer.code(text)
  }

  #openLink(address: string | undefined): void {
    if (address === undefined || this.#link) return
    const isLink = this.#dialect.target(address)?.kind === 'user' || this.#addressOf(address) !== undefined
    this.#link = { at: isLink ? this.writer.openLink() : -1, address }
  }

  #closeLink(): void {
    if (!this.#link) return
    const { at, address } = this.#link
    this.#link = undefined
    // An address that no link of ours may have is told in words.
    if (at < 0) this.writer.text(` (${address})`)
    else this.#endLink(at, address)
  }

  /** Where a link leads as long as its target is not here; undefined if no link of ours may lead there. */
  #addressOf(address: string): string | undefined {
    const { base, target } = this.#dialect
    const isOurs = address.startsWith('imported:') && target(address) !== undefined
    return linkTarget(isOurs ? address.replaceAll(':', '/') : address, base)
  }

  #endLink(at: number, address: string): void {
    const leadsTo = this.#dialect.target(address)
    const target = this.#addressOf(address)
    if (!leadsTo) this.writer.closeLink(at, target!)
    else if (leadsTo.kind === 'user') this.writer.closeNaming(at, leadsTo.oldId)
    else {
      const isBare = this.writer.takeBare(at, address)
      this.writer.closeLink(at, { kind: leadsTo.kind, oldId: leadsTo.oldId, address: target!, isBare })
    }
  }

  #image({ src = '', alt = '', class: classes = '' }: Record<string, string>): void {
    const isEmoji = /\bemoji\b/.test(classes)
    if (!isEmoji) this.images += 1
    const target = isEmoji || this.#link ? undefined : linkTarget(src, this.#dialect.base)
    const at = target === undefined ? -1 : this.writer.openLink()
    this.writer.text(alt || 'image')
    if (target !== undefined) this.writer.closeLink(at, target)
  }

  #textWithNames(text: string): void {
    let from = 0
    for (const match of text.matchAll(MENTION)) {
      const [oldId, length] = this.#findNamed(match[1]!)
      if (oldId === undefined) continue
      const end = match.index + 1 + length
      this.writer.text(text.slice(from, match.index))
      this.writer.name({ kind: 'user', oldId, text: `@${match[1]!.slice(0, length)}` })
      from = end
    }
    this.writer.text(text.slice(from))
  }

  /** A name may end a sentence. */
  #findNamed(name: string): [oldId: string | undefined, length: number] {
    const whole = this.#dialect.named?.(name)
    if (whole !== undefined) return [whole, name.length]
    const shorter = name.replace(/[._-]+$/, '')
    return [this.#dialect.named?.(shorter), shorter.length]
  }
}
