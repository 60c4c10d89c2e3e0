import type { Attributes } from './elements.ts'

const NUMBERED = /^(?:decimal|(?:lower|upper)-(?:alpha|roman|latin)|1|a|i)/i

/** Whether a list's type, as forums have it in their tags, numbers its items. */
export const isNumbered = (type: string): boolean => NUMBERED.test(type)

/** What is lost of a list's order, since items are numbered upwards and in digits here; undefined if nothing is. */
export function lostOrder(name: string, { type = '1', reversed }: Attributes): string | undefined {
  if (name !== 'ol') return undefined
  if (reversed !== undefined) return 'a list that counts down'
  return /^(?:[ai]|(?:lower|upper)-\w+)$/i.test(type) ? 'letters or Roman numerals of a list' : undefined
}

/** An item's place in its lists, which decides what is written before it. */
export interface Marker {
  /** How many lists its own is in. */
  readonly level: number
  readonly isNumbered: boolean
  readonly number?: number | undefined
  /** Whether its list begins with it. */
  readonly isFirst: boolean
  /** Whether the list before, which has ended, would go on with it. */
  readonly isAfterOther: boolean
}

interface OpenList {
  /** The number of its next item; undefined in a list without numbers. */
  next: number | undefined
  isEmpty: boolean
  /** Whether another one ended before it at the same level. */
  readonly isAfterOther: boolean
}

/** The open lists of a body. */
export class Lists {
  readonly #open: OpenList[] = []
  /** The level of the list that ended last; -1 once another item has begun. */
  #ended = -1

  get count(): number {
    return this.#open.length
  }

  open(name: string, { start = '1' }: Attributes): void {
    const from = Number.parseInt(start, 10)
    this.#open.push({
      next: name === 'ol' ? (Number.isNaN(from) ? 1 : from) : undefined,
      isEmpty: true,
      isAfterOther: this.#ended === this.#open.length,
    })
  }

  close(): void {
    this.#open.pop()
    this.#ended = this.#open.length
  }

  /** The marker of an item that begins. */
  marker({ value = '' }: Attributes): Marker {
    this.#ended = -1
    const level = Math.max(0, this.#open.length - 1)
    const list = this.#open.at(-1)
    if (!list) return { level, isNumbered: false, isFirst: true, isAfterOther: false }
    const own = Number.parseInt(value, 10)
    const number = list.next === undefined || Number.isNaN(own) ? list.next : own
    const isFirst = list.isEmpty
    const isAfterOther = isFirst && list.isAfterOther
    Object.assign(list, { next: number === undefined ? undefined : number + 1, isEmpty: false })
    return { level, isNumbered: number !== undefined, number, isFirst, isAfterOther }
  }
}
