/** One block of an event stream. */
export interface Block {
  /** The stream's position from now on, with or without an event. */
  id?: string
  event?: string
  /** An event's; undefined without one. */
  data?: string
  /** The pause before a reconnection that the server asks for, in milliseconds. */
  retryMs?: number
}

/**
 * Parses the text of an event stream (WHATWG HTML, 9.2) piece by piece. The available libraries drop an id without an
 * event, and with it the position at which a stream that has sent no event yet resumes.
 */
export class EventSourceText {
  #rest = ''
  #block: Block = {}
  #isBegun = false

  /** The blocks that this piece completes. */
  read(piece: string): Block[] {
    const text = this.#rest + (this.#isBegun ? piece : piece.replace(/^\uFEFF/, ''))
    this.#isBegun ||= piece !== ''
    // A carriage return at the end may be half of a line break.
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
