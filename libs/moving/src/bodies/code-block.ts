import { type Attributes, languageOf, linesAround, marksOf } from './elements.ts'
import { MARK } from './marks.ts'
import { type Shade, type Shades, shadeOf } from './shades.ts'
import { isPlaced, lostPlace } from './typed.ts'
import type { MarkupWriter } from './writer.ts'

/** Lines of code as they are read. */
export class CodeBlock {
  readonly #writer: MarkupWriter
  #text = ''
  #language: string
  #isBegun = false
  /** Part of a block cannot be covered: all of it is. */
  #isCovered: boolean
  readonly #shades: Shades
  readonly #shade: Shade

  constructor(writer: MarkupWriter, shades: Shades, attributes: Attributes) {
    this.#writer = writer
    this.#shades = shades
    this.#shade = shadeOf('pre', attributes)
    this.#language = languageOf(attributes)
    const isHidden = shades.open(this.#shade)
    this.#isCovered = isHidden || (marksOf('pre', attributes) & MARK.spoiler) !== 0
  }

  open(name: string, attributes: Attributes): void {
    this.#language ||= languageOf(attributes)
    if (name === 'a' && attributes.href !== undefined)
      this.#writer.lose(`a link in code to ${attributes.href}`)
    const marks = marksOf(name, attributes)
    if ((marks & MARK.spoiler) !== 0 || this.#shades.hides(shadeOf(name, attributes))) this.#isCovered = true
    else if (marks !== 0) this.#writer.lose('emphasis in code')
    if (isPlaced(name)) this.#writer.lose(lostPlace(name))
    this.edge(name)
  }

  /** What begins and ends on lines of its own does so in code, too. */
  edge(name: string): void {
    if (linesAround(name) > 0 && this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n'
  }

  /** A line break right behind the tag is none. */
  text(text: string): void {
    this.#text += this.#isBegun ? text : text.replace(/^\r?\n/, '')
    this.#isBegun = true
  }

  break(): void {
    this.#text += '\n'
  }

  /** Writes them. */
  close(): void {
    this.#shades.close(this.#shade)
    const writer = this.#writer
    const { marks } = writer
    if (this.#isCovered) writer.marks |= MARK.spoiler
    writer.codeBlock(this.#text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, ''), this.#language)
    writer.marks = marks
  }
}
