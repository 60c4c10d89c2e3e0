import type { ServerResponse } from 'node:http'

/** An event as it is sent. */
export interface StreamedEvent {
  id: string
  event: string
  data: unknown
}

/** A caller who reads nothing for this long is disconnected, in milliseconds. */
const PATIENCE_MS = 15_000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // For proxies that would buffer the answer.
  'x-accel-buffering': 'no',
}

/** Server-Sent Events (WHATWG HTML) to one caller. At most one batch is buffered. */
export class EventStream {
  readonly #response: ServerResponse
  readonly #ended = new AbortController()

  constructor(response: ServerResponse, headers: Record<string, unknown>) {
    this.#response = response
    response.once('close', () => this.#ended.abort())
    response.on('error', () => this.#ended.abort())
    // A half-closed connection means that the caller has gone; nothing else would say so.
    response.socket?.once('end', () => this.end())
    response.writeHead(200, { ...(headers as Record<string, string>), ...HEADERS })
    response.write(':\n\n')
    if (response.destroyed) this.#ended.abort()
  }

  /** Aborts when the stream ends, on either side. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** Sends events; if the connection's buffer fills, waits until the caller has read them. */
  async send(events: readonly StreamedEvent[]): Promise<void> {
    if (events.length === 0 || this.ended.aborted) return
    const text = events.map(
      ({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    if (!this.#response.write(text.join(''))) await this.#taken()
  }

  /** Sends the caller its position, so that it resumes without a gap even if the stream ends before its first event. */
  begin(id: string): void {
    if (!this.ended.aborted) this.#response.write(`:\nid: ${id}\n\n`)
  }

  /** Keeps the connection alive through proxies. */
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
