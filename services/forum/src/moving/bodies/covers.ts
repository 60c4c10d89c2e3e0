/** The tags of a spoiler that is typed as one, in whatever else the post is written; it may have a title. */
const TAG = /\[(\/?)(?:spoiler|spoil|hide|details)(?:="?([^\]\n]*?)"?)?\]/gi
const END = /\[\/(?:spoiler|spoil|hide|details)\]/gi

/** A part of a text, and what begins or ends behind it. */
export interface Covered {
  readonly text: string
  readonly edge?: 'begin' | 'end'
  readonly title?: string
}

/** How many such spoilers may end in a text. */
export const coverEnds = (text: string): number => (text.includes('[/') ? (text.match(END)?.length ?? 0) : 0)

/** Reads spoilers that are typed as tags. One without an end is text: it would cover the rest of the post. */
export class TypedCovers {
  #ends: number
  #open = 0

  /** @param ends How many may end in the post. */
  constructor(ends: number) {
    this.#ends = ends
  }

  partsOf(text: string): readonly Covered[] {
    if (this.#ends === 0 || !text.includes('[')) return [{ text }]
    const parts: Covered[] = []
    let from = 0
    for (const { 0: tag, 1: slash, 2: title = '', index } of text.matchAll(TAG)) {
      const isEnd = slash === '/'
      const isTag = isEnd ? this.#open > 0 : this.#open < this.#ends
      if (isEnd) this.#ends -= 1
      if (!isTag) continue
      this.#open += isEnd ? -1 : 1
      parts.push({ text: text.slice(from, index), edge: isEnd ? 'end' : 'begin', title: title.trim() })
      from = index + tag.length
    }
    parts.push({ text: text.slice(from) })
    return parts
  }
}
