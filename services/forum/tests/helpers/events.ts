import type { Caller } from '@agora/testing/client'

export interface Received {
  id: string
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: any event's content
  data: any
}

/** A stream as its caller reads it. */
export class Listening {
  readonly events: Received[] = []
  readonly status: number
  readonly headers: Headers
  comments = 0
  isOver = false
  readonly #closing: AbortController
  #beginning: string | undefined

  private constructor(response: Response, closing: AbortController) {
    this.status = response.status
    this.headers = response.headers
    this.#closing = closing
    void this.#read(response)
  }

  static async open(url: string, caller: Caller, lastEventId?: string): Promise<Listening> {
    const closing = new AbortController()
    const headers = {
      ...caller.headers,
      accept: 'text/event-stream',
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    }
    return new Listening(await fetch(url, { headers, signal: closing.signal }), closing)
  }

  /** The stream's position: its last event's, or its first. */
  get lastId(): string | undefined {
    return this.events.at(-1)?.id ?? this.#beginning
  }

  close(): void {
    this.#closing.abort()
  }

  async #read(response: Response): Promise<void> {
    let text = ''
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        const blocks = text.split('\n\n')
        text = blocks.pop() as string
        for (const block of blocks) this.#take(block)
      }
    } catch {
      // Closed from this side, or broken.
    }
    this.isOver = true
  }

  #take(block: string): void {
    if (block.startsWith(':')) {
      this.comments += 1
      this.#beginning ??= /^id: (.+)$/m.exec(block)?.[1]
      return
    }
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2))) as Record<
      string,
      string
    >
    this.events.push({ id: fields.id!, event: fields.event!, data: JSON.parse(fields.data!) })
  }
}
