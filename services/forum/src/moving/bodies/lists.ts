import type { Attributes } from './elements.ts'

/** Items of lists further inside look like those of the last of these levels. */
const DEEPEST_LIST = 8

const NUMBERED = /^(?:decimal|(?:lower|upper)-(?:alpha|roman|latin)|1|a|i)/i

/** Whether a list's type, as forums have it in their tags, numbers its items. */
export const isNumbered = (type: string): boolean => NUMBERED.test(type)

/** The open lists of a body. */
export class Lists {
  /** The number of the next item in each; undefined for a list without numbers. */
  readonly #next: (number | undefined)[] = []

  get areOpen(): boolean {
    return this.#next.length > 0
  }

  open(name: string, { start = '1' }: Attributes): void {
    const from = Number.parseInt(start, 10)
    this.#next.push(name === 'ol' ? (Number.isNaN(from) ? 1 : from) : undefined)
  }

  close(): void {
    this.#next.pop()
  }

  /** What stands before an item that begins. */
  marker({ value = '' }: Attributes): string {
    const level = this.#next.length - 1
    let number = this.#next[level]
    if (number !== undefined) {
      const own = Number.parseInt(value, 10)
      if (!Number.isNaN(own)) number = own
      this.#next[level] = number + 1
    }
    const dashes = '– '.repeat(Math.min(Math.max(0, level), DEEPEST_LIST))
    return dashes + (number === undefined ? '-' : `${number}.`)
  }
}
