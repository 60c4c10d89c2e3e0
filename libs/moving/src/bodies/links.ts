import type { Attributes } from './elements.ts'
import { linkTarget } from './escape.ts'
import { addressOf } from './media.ts'
import type { Dialect } from './pieces.ts'
import type { LinkTo } from './units.ts'
import type { MarkupWriter } from './writer.ts'

/** An open link; without `isLink` one whose address no link of ours may have. */
interface OpenLink {
  readonly address: string
  readonly isLink: boolean
  /** Whether its address is shown where it says nothing. */
  readonly isShown: boolean
  said: string
  /** What is shown while the pointer is on it. */
  hint?: string
}

/** The links of a body, one open at a time. */
export class Links {
  readonly #writer: MarkupWriter
  readonly #dialect: Dialect
  #open: OpenLink | undefined
  #hint: string | undefined

  constructor(writer: MarkupWriter, dialect: Dialect) {
    this.#writer = writer
    this.#dialect = dialect
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** An open link says this, too. */
  say(text: string): void {
    if (this.#open) this.#open.said += text
  }

  open(address: string | undefined): void {
    this.close()
    const hint = this.#hint
    this.#hint = undefined
    if (address !== undefined) this.#begin(address, this.#dialect.target(address), true)
    if (this.#open && hint !== undefined) this.#open.hint = hint
  }

  /** The link that opens next says this while the pointer is on it. */
  hint(text: string): void {
    this.#hint = text
  }

  /** A link that says whom a quote is of, with an address of its own or without. Where it says nothing, nothing is shown. */
  openCitation(quoted: string, own: string | undefined): void {
    this.close()
    this.#begin(own ?? quoted, this.#dialect.target(quoted), false)
  }

  close(): void {
    if (!this.#open) return
    const { address, isLink, isShown, said, hint } = this.#open
    if (hint !== undefined && hint !== said.trim() && !readsAs(hint, address))
      this.#writer.lose(lostHint(hint))
    const isEmpty = said.trim() === ''
    if (isLink && isEmpty && isShown && !address.startsWith('#')) this.#writer.text(this.#shown(address))
    this.#writer.link = undefined
    this.#open = undefined
    if (isLink) return
    // An address that no link of ours may have is told in words, once.
    this.#writer.lose(`a link to ${address}`)
    if (!readsAs(said, address)) this.#writer.text(isEmpty ? address : ` (${address})`)
  }

  /**
   * What `say` says is a link to the address of a picture, a sound or a frame, if it has one and no other link is around it.
   * Without an address, `what` is lost. Gives the address.
   */
  toMedia(attributes: Attributes, what: string, say: (target: string) => void): void {
    const { target, said } = addressOf(attributes, this.#dialect.base)
    const isOwn = target !== undefined && this.#open?.isLink !== true
    if (isOwn) this.#writer.link = { address: said!, target, leadsTo: undefined, marks: this.#writer.marks }
    else if (target === undefined) this.#writer.lose(said === undefined ? what : `${what} at ${said}`)
    else if (!isLarger(this.#open!.address, target))
      this.#writer.lose(`${what || 'a player'} in a link (${said})`)
    say(target ?? '')
    if (isOwn) this.#writer.link = undefined
  }

  #begin(address: string, leadsTo: LinkTo['leadsTo'], isShown: boolean): void {
    // NodeBB's own bodies name no posts so.
    if (leadsTo === undefined && address.startsWith('quoted:')) return
    const target = this.#targetOf(address, leadsTo !== undefined)
    const isLink = leadsTo?.kind === 'user' || target !== undefined
    this.#open = { address, isLink, isShown, said: '' }
    if (isLink) this.#writer.link = { address, target, leadsTo, marks: this.#writer.marks }
  }

  /** An address in words; a place of the old forum has its own. */
  #shown(address: string): string {
    return address.startsWith('<') ? (this.#targetOf(address, false) ?? address) : address
  }

  /** Where a link leads as long as its target is not here; undefined if no link of ours may lead there. */
  #targetOf(address: string, isOurs: boolean): string | undefined {
    const isImported = isOurs && /^(?:imported|quoted):/.test(address)
    return linkTarget(isImported ? address.replaceAll(':', '/') : address, this.#dialect.base)
  }
}

/** Whether a link leads from a picture to the same one, maybe a larger one, as most galleries have them. */
const isLarger = (address: string, picture: string): boolean =>
  /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i.test(address) || picture.includes(address)

export const lostHint = (hint: string): string => `a tooltip (${hint})`

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
