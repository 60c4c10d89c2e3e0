import type { Attributes } from './elements.ts'
import { PLAYED } from './media.ts'

/** Elements that name the source of what is played. */
const SOURCES = new Set(['source', 'embed', 'a', 'img'])

/** An open element that plays something. Its content is for readers who cannot play it; only the first address counts. */
export class Player {
  readonly name: string
  isLinked = false
  #depth = 1

  constructor(name: string) {
    this.name = name
  }

  /** What its link says; the address itself where nothing says more. */
  get words(): string {
    return PLAYED.get(this.name)!
  }

  /** Whether text in it says nothing. */
  get isUnread(): boolean {
    return this.name !== 'object' || this.isLinked
  }

  /** An element in it opens: gives attributes that may have the address. */
  open(name: string, attributes: Attributes): Attributes | undefined {
    if (name === this.name) this.#depth += 1
    if (name === 'param' && /^(?:movie|src|url)$/i.test(attributes.name ?? ''))
      return { movie: attributes.value ?? '' }
    return SOURCES.has(name) || name === this.name ? attributes : undefined
  }

  /** Whether an element that closes ends it. */
  close(name: string): boolean {
    if (name === this.name) this.#depth -= 1
    return this.#depth === 0
  }
}
