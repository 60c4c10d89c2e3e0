import { askedPauseOf } from './asked-pause.ts'
import { type Block, EventSourceText } from './event-source.ts'
import { pause } from './pause.ts'
import { UnexpectedAnswer } from './sending.ts'

export interface StreamOptions {
  /** Ends the stream, and the iteration with it. */
  signal?: AbortSignal
  /** Resumes after this event: one from before a restart of the caller. */
  lastEventId?: string
  /**
   * Reopens a connection that was silent for this long, in milliseconds. The server sends something every 15 seconds.
   */
  silenceMs?: number
}

/** A stream that is refused for good: its caller has signed out, or has no right to it. */
export class StreamRefused extends Error {
  override name = 'StreamRefused'
  readonly status: number
  /** The answer’s body. */
  readonly error: unknown

  constructor(status: number, error: unknown) {
    super(`the stream is refused: ${status} ${JSON.stringify(error)}`)
    this.status = status
    this.error = error
  }
}

/** Opens the stream: a request with these headers, resolved as soon as its body begins. */
export type Open = (request: { headers: Record<string, string>; signal: AbortSignal }) => Promise<{
  response: Response
  data?: ReadableStream<Uint8Array> | null | undefined
  error?: unknown
}>

/** In milliseconds, until the server says otherwise. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** No server that is to be asked again needs longer. */
const LONGEST_ASKED_MS = 60 * 60 * 1_000
/** Three of the server's comments missed. */
const SILENCE_MS = 45_000

/** A retry may succeed. */
const isTransient = (status: number) => status === 429 || status >= 500

/**
 * Endless events, each once: after a broken connection the next one resumes after the last event. Ends when the caller
 * leaves the loop or aborts.
 *
 * @throws StreamRefused, UnexpectedAnswer
 */
export async function* follow<Event extends { id: string; event: string; data: unknown }>(
  open: Open,
  { signal, lastEventId, silenceMs = SILENCE_MS }: StreamOptions,
): AsyncGenerator<Event, void, undefined> {
  const leaving = new AbortController()
  const ended = leaving.signal
  const leave = () => leaving.abort()
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  let last = lastEventId
  let retryMs = FIRST_PAUSE_MS
  let failures = 0
  try {
    while (!ended.aborted) {
      const connection = await connect(open, last, new Silence(ended, silenceMs))
      for await (const { id, event, data, retryMs: asked } of connection.blocks) {
        failures = 0
        last = id ?? last
        retryMs = asked ?? retryMs
        if (data !== undefined) yield { id: last, event, data: JSON.parse(data) } as Event
      }
      await pause(Math.max(connection.leastPauseMs, pauseAfter(failures, retryMs)), ended)
      failures += 1
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    leave()
  }
}

interface Connection {
  blocks: AsyncIterable<Block>
  leastPauseMs: number
}

/** A failed attempt counts as a connection that has ended. @throws StreamRefused, UnexpectedAnswer */
async function connect(open: Open, last: string | undefined, silence: Silence): Promise<Connection> {
  const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) }
  const opening = open({ headers, signal: silence.signal })
  const opened = await silence.bound(opening).catch((error: unknown) => {
    // What still comes is not read.
    opening.then(({ data }) => data?.cancel()).catch(() => {})
    if (error instanceof UnexpectedAnswer && !isTransient(error.status)) throw error
  })
  if (!opened) return { blocks: none(), leastPauseMs: 0 }
  const { response, data, error } = opened
  if (response.ok && data) return { blocks: blocksOf(data, silence), leastPauseMs: 0 }
  silence.over()
  if (!isTransient(response.status)) throw new StreamRefused(response.status, error)
  return { blocks: none(), leastPauseMs: Math.min(askedPauseOf(response), LONGEST_ASKED_MS) }
}

async function* none(): AsyncGenerator<Block> {}

/** The blocks until the connection ends, on either side. */
async function* blocksOf(body: ReadableStream<Uint8Array>, silence: Silence): AsyncGenerator<Block> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const text = new EventSourceText()
  try {
    for (;;) {
      const piece = await silence.bound(reader.read()).catch(() => undefined)
      if (!piece?.value) return
      yield* text.read(decoder.decode(piece.value, { stream: true }))
    }
  } finally {
    silence.over()
    await reader.cancel().catch(() => {})
  }
}

/**
 * Ends a silent connection, or one whose stream has ended. While nobody asks for more, silence does not count. In Node a
 * request may no longer follow its signal once garbage has been collected, so whoever waits here is told as well.
 */
class Silence {
  readonly #connection = new AbortController()
  readonly signal = this.#connection.signal
  readonly #ended: AbortSignal
  readonly #longestMs: number

  constructor(ended: AbortSignal, longestMs: number) {
    this.#ended = ended
    this.#longestMs = longestMs
    ended.addEventListener('abort', this.over)
    if (ended.aborted) this.over()
  }

  /** @throws DOMException if the connection is over first */
  async bound<T>(coming: Promise<T>): Promise<T> {
    const late = setTimeout(this.over, this.#longestMs)
    let stop = () => {}
    const stopped = new Promise<never>((_resolve, reject) => {
      stop = () => reject(this.signal.reason)
      this.signal.addEventListener('abort', stop)
      if (this.signal.aborted) stop()
    })
    try {
      return await Promise.race([coming, stopped])
    } finally {
      clearTimeout(late)
      this.signal.removeEventListener('abort', stop)
    }
  }

  readonly over = (): void => {
    this.#ended.removeEventListener('abort', this.over)
    this.#connection.abort()
  }
}

/**
 * Up to twice as long after each failure, at random, so that clients which lost one server do not all reach the next at
 * once.
 */
const pauseAfter = (failures: number, retryMs: number) =>
  Math.min(Math.max(LONGEST_PAUSE_MS, retryMs), retryMs * 2 ** failures) * (0.5 + Math.random() / 2)
