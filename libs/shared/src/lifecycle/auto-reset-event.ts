/** Wakes one waiter and resets itself; if nobody waits when it is set, the next one does not wait. */
export class AutoResetEvent {
  #isSet = false
  #wake: (() => void) | undefined

  set(): void {
    this.#isSet = true
    this.#wake?.()
  }

  /** Resolves when the event is set, after `ms`, or when the signal aborts. Without either it leaves nothing running. */
  async wait(ms?: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isSet && !signal?.aborted) {
      // `AbortSignal.any` would leave a listener on the signal, which lives as long as the process.
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const timer = ms === undefined ? undefined : setTimeout(wake, ms)
        signal?.addEventListener('abort', wake, { once: true })
        this.#wake = wake
      })
      this.#wake = undefined
    }
    this.#isSet = false
  }
}
