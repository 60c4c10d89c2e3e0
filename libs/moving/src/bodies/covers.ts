/** The tags of a spoiler that is typed as one, in whatever else the post is written; it may have a title. */
const TAG =
  /\[(\/?)(?:i?spoiler|inlinespoiler|spoilerbox|spoil|hide|hidden|blur|details)(?:="?([^\]\n]{0,256}?)"?)?\]/gi

/** A part of a text, and what begins or ends behind it. */
export interface Covered {
  readonly text: string
  readonly edge?: 'begin' | 'end'
  readonly title?: string
}

/** Reads spoilers that are typed as tags. One without an end is text: it would cover the rest of the post. */
export class TypedCovers {
  /** How many are still to come. */
  #ends: number
  #open = 0
  #met = 0

  /** @param ends How many end in the post. */
  constructor(ends: number) {
    this.#ends = ends
  }

  /** How many ends there were so far, of a spoiler or not. */
  get met(): number {
    return this.#met
  }

  partsOf(text: string): readonly Covered[] {
    if (!text.includes('[')) return [{ text }]
    const parts: Covered[] = []
    let from = 0
    for (const { 0: tag, 1: slash, 2: title = '', index } of text.matchAll(TAG)) {
      const isEnd = slash === '/'
      const isTag = isEnd ? this.#open > 0 : this.#open < this.#ends
      if (isEnd) {
        this.#ends -= 1
        this.#met += 1
      }
      if (!isTag) continue
      this.#open += isEnd ? -1 : 1
      parts.push({ text: text.slice(from, index), edge: isEnd ? 'end' : 'begin', title: title.trim() })
      from = index + tag.length
    }
    parts.push({ text: text.slice(from) })
    return parts
  }
}
