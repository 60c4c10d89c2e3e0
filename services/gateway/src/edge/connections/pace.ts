/** In milliseconds and bytes a second. */
export interface Patience {
  /** Nothing moved for this long: the caller has gone, or wants to be waited for. */
  readonly silence: number
  /** From then on the pace counts as well. */
  readonly grace: number
  readonly leastPace: number
}

/** Tracks one caller's transfer; called now and then with the total number of bytes so far. */
export class Pace {
  #began = 0
  #bytesAtBegin = 0
  #bytes = 0
  #movedAt = 0

  /** Nothing is outstanding. */
  rest(): void {
    this.#began = 0
  }

  /** Whether the caller has used the patience up; times in milliseconds of one clock. */
  isTooSlow(bytes: number, now: number, { silence, grace, leastPace }: Patience): boolean {
    if (this.#began === 0) {
      this.#began = now
      this.#bytesAtBegin = bytes
      this.#bytes = bytes
      this.#movedAt = now
      return false
    }
    if (bytes !== this.#bytes) this.#movedAt = now
    this.#bytes = bytes
    if (now - this.#movedAt >= silence) return true
    const elapsed = now - this.#began
    return elapsed >= grace && (bytes - this.#bytesAtBegin) * 1000 < elapsed * leastPace
  }
}
