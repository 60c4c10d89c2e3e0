import type { ServerResponse } from 'node:http'

/** An event as it is sent. */
export interface StreamedEvent {
  id: string
  event: string
  data: unknown
}

/** A caller who takes nothing for so long is ended, in milliseconds. */
const PATIENCE_MS = 15_000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // For proxies that would collect an answer before they pass it on.
  'x-accel-buffering': 'no',
}

/** Server-Sent Events (WHATWG HTML) to one caller. What waits for the caller is one batch at most. */
export class EventStream {
  readonly #response: ServerResponse
  readonly #ended = new AbortController()

  constructor(response: ServerResponse, headers: Record<string, unknown>) {
    this.#response = response
    response.once('close', () => this.#ended.abort())
    response.on('error', () => this.#ended.abort())
    // Whoever closes their direction has gone: nothing else would tell.
    response.socket?.once('end', () => this.end())
    response.writeHead(200, { ...(headers as Record<string, string>), ...HEADERS })
    response.write(':\n\n')
    if (response.destroyed) this.#ended.abort()
  }

  /** Aborts when the stream has ended, whoever ended it. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** Sends events, and waits until the caller has taken them as far as they were too many for the connection. */
  async send(events: readonly StreamedEvent[]): Promise<void> {
    if (events.length === 0 || this.ended.aborted) return
    const text = events.map(
      ({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    if (!this.#response.write(text.join(''))) await this.#taken()
  }

  /** Tells the caller where the stream begins, so that it goes on without a gap even if it ends before its first event. */
  begin(id: string): void {
    if (!this.ended.aborted) this.#response.write(`:\nid: ${id}\n\n`)
  }

  /** Shows caller and proxies that the stream is there. */
  comment(): void {
    if (!this.#response.writableNeedDrain) this.#response.write(':\n\n')
  }

  end(): void {
    this.#ended.abort()
    if (!this.#response.writableNeedDrain) this.#response.end()
    else this.#response.destroy()
  }

  async #taken(): Promise<void> {
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => this.#response.destroy(), PATIENCE_MS)
      const over = () => {
        clearTimeout(late)
        this.#response.off('drain', over)
        this.ended.removeEventListener('abort', over)
        resolve()
      }
      this.#response.once('drain', over)
      this.ended.addEventListener('abort', over, { once: true })
    })
  }
}
