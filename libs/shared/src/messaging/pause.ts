import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after `ms`, or at once when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Doubles from `first` to `limit` with each consecutive failure, in milliseconds; `failures` counts from 1. */
export function backoff(failures: number, first: number, limit: number): number {
  return Math.min(limit, first * 2 ** Math.min(failures - 1, 20))
}

/** Wakes one waiter; a ring while nobody waits is kept for the next. */
export class Bell {
  #rung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  /** Resolves when the bell rings, after `ms`, or when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      // `AbortSignal.any` would leave a listener on the signal, which lives as long as the process.
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        signal.addEventListener('abort', wake, { once: true })
        this.#wake = wake
      })
      this.#wake = undefined
    }
    this.#rung = false
  }
}
