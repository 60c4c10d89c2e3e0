import { backoff, pause } from './pause.ts'

export interface Repeating {
  /** One run; 'done' where there is to be no other. Waits itself for what it waits for. */
  work: (stop: AbortSignal) => Promise<unknown>
  /** The pause after each run that succeeded, in milliseconds; none by default. */
  everyMs?: number
  /** The pause after a run that failed: twice as long after each further one in a row, up to a limit; in milliseconds. */
  retryMs: { readonly first: number; readonly limit: number }
  /** Called with each failure and the number of failures in a row, except for what stopping causes. */
  failed: (error: unknown, failures: number) => void
}

export interface Closable {
  /** Settles once the run under way has ended; idempotent. */
  close(): Promise<void>
}

/** Runs work again and again until the signal aborts, never twice at once. Never rejects. */
export async function runUntil(
  stop: AbortSignal,
  { work, everyMs = 0, retryMs, failed }: Repeating,
): Promise<void> {
  for (let failures = 0; !stop.aborted; ) {
    try {
      if ((await work(stop)) === 'done') return
      failures = 0
      if (everyMs > 0) await pause(everyMs, stop)
    } catch (error) {
      failures += 1
      if (!stop.aborted) failed(error, failures)
      await pause(backoff(failures, retryMs.first, retryMs.limit), stop)
    }
  }
}

/** The same until it is closed. */
export function runUntilClosed(repeating: Repeating): Closable {
  const closing = new AbortController()
  const running = runUntil(closing.signal, repeating)
  return {
    close: () => {
      closing.abort()
      return running
    },
  }
}
