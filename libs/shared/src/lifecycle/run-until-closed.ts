import { backoff, pause } from './pause.ts'

export interface Repeating {
  /** One run; 'done' where there is to be no other. Waits itself for what it waits for. */
  work: (closing: AbortSignal) => Promise<unknown>
  /** The pause after each run that succeeded, in milliseconds; none by default. */
  everyMs?: number
  /** The pause after a run that failed: twice as long after each further one in a row, up to a limit; in milliseconds. */
  retryMs: { readonly first: number; readonly limit: number }
  /** Told of each failure, and the how manieth in a row it is, unless it comes of closing. */
  failed: (error: unknown, failures: number) => void
}

export interface Closable {
  /** Settles once the run under way has ended; idempotent. */
  close(): Promise<void>
}

/** Runs work again and again until it is closed, never twice at once. */
export function runUntilClosed({ work, everyMs = 0, retryMs, failed }: Repeating): Closable {
  const closing = new AbortController()
  const { signal } = closing
  const run = async () => {
    for (let failures = 0; !signal.aborted; ) {
      try {
        if ((await work(signal)) === 'done') return
        failures = 0
        if (everyMs > 0) await pause(everyMs, signal)
      } catch (error) {
        failures += 1
        if (!signal.aborted) failed(error, failures)
        await pause(backoff(failures, retryMs.first, retryMs.limit), signal)
      }
    }
  }
  const running = run()
  return {
    close: () => {
      closing.abort()
      return running
    },
  }
}
