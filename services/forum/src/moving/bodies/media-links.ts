import type { Attributes } from './elements.ts'
import type { Links } from './links.ts'
import { addressOf, PLAYED, wordsOf } from './media.ts'
import { Player } from './player.ts'
import type { MarkupWriter } from './writer.ts'

/** Pictures, sounds, films and frames of a body, each written as a link. */
export class MediaLinks {
  readonly #links: Links
  readonly #writer: MarkupWriter
  readonly #base: string
  readonly #say: (words: string, target: string) => void
  #player: Player | undefined
  images = 0

  /** @param say Reads what a link says, or its address, where the link stands. */
  constructor(
    links: Links,
    writer: MarkupWriter,
    base: string,
    say: (words: string, target: string) => void,
  ) {
    this.#links = links
    this.#writer = writer
    this.#base = base
    this.#say = say
  }

  get isPlaying(): boolean {
    return this.#player !== undefined
  }

  /** Whether text where the reader is says nothing. */
  get isUnread(): boolean {
    return this.#player?.isUnread === true
  }

  image(attributes: Attributes): void {
    this.images += 1
    this.linkTo(attributes, wordsOf(attributes, 'image'), 'an image')
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
    if (addressOf(attributes, this.#base).target === undefined) return
    this.#player = undefined
    this.linkTo(attributes, wordsOf(attributes, player.words), '')
    this.#player = player
    player.isLinked = true
  }
}
