/** Elements in which a cell is, or which are cells. */
const TABLES = new Set(['table', 'td', 'th'])
const CELLS = new Set(['td', 'th'])
/** What ends an open cell where it begins, and where it ends (HTML, 13.2.6.4.15). */
const BEFORE = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption'])
const AFTER = new Set(['tr', 'tbody', 'thead', 'tfoot', 'table'])

/** The open tables and cells of a body: most cells have no end of their own where people write them. */
export class Cells {
  readonly #open: string[] = []

  /** The cell that ends where this element begins, if any. */
  endedByBegin(name: string): string | undefined {
    return BEFORE.has(name) ? this.#cell() : undefined
  }

  /** The cell that ends where this element ends, if any. */
  endedByEnd(name: string): string | undefined {
    return AFTER.has(name) ? this.#cell() : undefined
  }

  begin(name: string): void {
    if (TABLES.has(name)) this.#open.push(name)
  }

  end(name: string): void {
    const at = TABLES.has(name) ? this.#open.lastIndexOf(name) : -1
    if (at >= 0) this.#open.splice(at, 1)
  }

  #cell(): string | undefined {
    const last = this.#open.at(-1)
    return last !== undefined && CELLS.has(last) ? last : undefined
  }
}
