/** What a block of an event stream says. */
export interface Block {
  /** Where the stream is from now on, whether or not an event comes with it. */
  id?: string
  event?: string
  /** Of an event; undefined where the block is none. */
  data?: string
  /** The pause before a reconnection that the server asks for, in milliseconds. */
  retryMs?: number
}

/**
 * Reads the text of an event stream (WHATWG HTML, 9.2) piece by piece. The libraries for it drop an id that comes without
 * an event, and with it the place where a stream goes on that has told nothing yet.
 */
export class EventSourceText {
  #rest = ''
  #block: Block = {}
  #isBegun = false

  /** The blocks that this piece ends. */
  read(piece: string): Block[] {
    const text = this.#rest + (this.#isBegun ? piece : piece.replace(/^\uFEFF/, ''))
    this.#isBegun ||= piece !== ''
    // A carriage return at the end may be half of a line’s end.
    const lines = text.split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    const blocks: Block[] = []
    for (const line of lines) {
      if (line !== '') this.#take(line)
      else {
        blocks.push(this.#block)
        this.#block = {}
      }
    }
    return blocks
  }

  #take(line: string): void {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data')
      this.#block.data = this.#block.data === undefined ? value : `${this.#block.data}\n${value}`
    else if (field === 'event') this.#block.event = value
    else if (field === 'id' && !value.includes('\0')) this.#block.id = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.#block.retryMs = Number(value)
  }
}
