import type { Attributes } from './elements.ts'
import { plainLink } from './inline.ts'
import type { Links } from './links.ts'
import { addressOf, PLAYED, wordsOf } from './media.ts'
import type { Dialect, Uploaded } from './pieces.ts'
import { Player } from './player.ts'
import type { MarkupWriter } from './writer.ts'

/** Pictures, sounds, films and frames of a body, each written as a link; uploads that are imported as pictures. */
export class MediaLinks {
  readonly #links: Links
  readonly #writer: MarkupWriter
  readonly #dialect: Dialect
  readonly #say: (words: string, target: string) => void
  #player: Player | undefined
  /** The addresses of the pictures so far. */
  readonly #pictured = new Set<string>()
  images = 0

  /** @param say Reads what a link says, or its address, where the link stands. */
  constructor(
    links: Links,
    writer: MarkupWriter,
    dialect: Dialect,
    say: (words: string, target: string) => void,
  ) {
    this.#links = links
    this.#writer = writer
    this.#dialect = dialect
    this.#say = say
  }

  get isPlaying(): boolean {
    return this.#player !== undefined
  }

  /** Whether text where the reader is says nothing. */
  get isUnread(): boolean {
    return this.#player?.isUnread === true
  }

  /**
   * @param isPlain Whether it may be a picture where it stands.
   * @param isRepeated Whether it may stand for one that a script would show.
   */
  image(attributes: Attributes, isPlain: boolean, isRepeated: boolean): void {
    const { target } = addressOf(attributes, this.#dialect.base)
    if (target !== undefined) {
      if (isRepeated && this.#pictured.has(target)) return
      this.#pictured.add(target)
    }
    this.images += 1
    const words = wordsOf(attributes, 'image')
    const uploaded = isPlain && !this.#links.isOpen ? this.#uploaded(attributes, words) : undefined
    if (uploaded) this.#writer.picture(uploaded)
    else this.linkTo(attributes, words, 'an image')
  }

  #uploaded(attributes: Attributes, words: string): Uploaded | undefined {
    const { target } = addressOf(attributes, this.#dialect.base)
    const file = target === undefined ? undefined : this.#dialect.upload?.(target)
    const alt = words.replaceAll(/\s+/g, ' ')
    return file === undefined ? undefined : { kind: 'picture', file, alt, text: plainLink(alt, target!) }
  }

  /** A link with these words to the first address of an element; the address itself where there are none. */
  linkTo(attributes: Attributes, words: string, what: string): void {
    this.#links.toMedia(attributes, what, (target) => this.#say(words, target))
  }

  /** An element that plays something opens. */
  play(name: string, attributes: Attributes): void {
    if (name === 'embed' || name === 'frame')
      this.linkTo(attributes, wordsOf(attributes, PLAYED.get(name)!), 'an embedded page')
    else {
      this.#player = new Player(name)
      this.#playFrom(attributes)
    }
  }

  /** An element in that one opens. */
  open(name: string, attributes: Attributes): void {
    this.#playFrom(this.#player!.open(name, attributes))
  }

  close(name: string): void {
    const player = this.#player!
    if (!player.close(name)) return
    this.#player = undefined
    if (!player.isLinked) this.#writer.lose(`a player or page (${player.name}) without an address`)
  }

  /** Links to what is played, wherever its address is first. */
  #playFrom(attributes: Attributes | undefined): void {
    const player = this.#player!
    if (!attributes || player.isLinked) return
    if (addressOf(attributes, this.#dialect.base).target === undefined) return
    this.#player = undefined
    this.linkTo(attributes, wordsOf(attributes, player.words), '')
    this.#player = player
    player.isLinked = true
  }
}
