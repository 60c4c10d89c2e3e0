import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { withoutControls } from './escape.ts'
import type { ElementSink } from './sink.ts'

/**
 * Reads tags one by one, without a tree: in what people wrote they overlap and stay open, and what a tag says of the text
 * after it needs no tree. So the time is linear whatever is nested in what.
 */
export function readTags(text: string, sink: ElementSink, isXml: boolean): void {
  const source = withoutControls(text)
  const tokenizer = new Tokenizer({ xmlMode: isXml, decodeEntities: true }, new Tags(source, sink, isXml))
  tokenizer.write(source)
  tokenizer.end()
}

class Tags implements TokenizerCallbacks {
  readonly #source: string
  readonly #sink: ElementSink
  readonly #isXml: boolean
  /** The text so far: an entity is a token of its own. */
  #text = ''
  #name = ''
  #attributes: Record<string, string> = {}
  #attribute = ''
  #value = ''

  constructor(source: string, sink: ElementSink, isXml: boolean) {
    this.#source = source
    this.#sink = sink
    this.#isXml = isXml
  }

  ontext(start: number, end: number): void {
    this.#text += this.#source.slice(start, end)
  }

  ontextentity(codepoint: number): void {
    this.#text += String.fromCodePoint(codepoint)
  }

  oncdata(start: number, end: number, offset: number): void {
    // In HTML it is a comment that ends with the first bracket.
    const from = this.#isXml ? start : this.#source.indexOf('>', start) + 1
    if (from <= end - offset) this.ontext(from, this.#isXml ? end - offset : end + 1)
  }

  onopentagname(start: number, end: number): void {
    this.#flush()
    this.#name = this.#nameAt(start, end)
    this.#attributes = {}
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#nameAt(start, end)
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#source.slice(start, end)
  }

  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint)
  }

  onattribend(): void {
    if (!Object.hasOwn(this.#attributes, this.#attribute))
      this.#attributes[this.#attribute] = withoutControls(this.#value)
    this.#value = ''
  }

  onopentagend(): void {
    this.#sink.open(this.#name, this.#attributes)
  }

  onselfclosingtag(): void {
    this.#sink.open(this.#name, this.#attributes)
    if (this.#isXml) this.#sink.close(this.#name)
  }

  onclosetag(start: number, end: number): void {
    this.#flush()
    this.#sink.close(this.#nameAt(start, end))
  }

  onend(): void {
    this.#flush()
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #nameAt(start: number, end: number): string {
    const name = this.#source.slice(start, end)
    return this.#isXml ? name : name.toLowerCase()
  }

  #flush(): void {
    if (this.#text !== '') this.#sink.text(withoutControls(this.#text))
    this.#text = ''
  }
}
