/** A longer timer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Waits this long, in milliseconds, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + ms
  // A timer of a busy process may fire some milliseconds early: too early for a server that counts requests.
  for (let left = ms; left > 0 && !signal.aborted; left = end - performance.now())
    await timer(Math.min(left, LONGEST_TIMER_MS), signal)
}

function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timeout)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timeout = setTimeout(over, ms)
    signal.addEventListener('abort', over)
  })
}
