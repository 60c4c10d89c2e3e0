/** Permits for requests in progress. Acquiring one also acquires one of the enclosing whole. */
export class Permits {
  readonly #limit: number
  readonly #whole: Permits | undefined
  #taken = 0

  constructor(limit: number, whole?: Permits) {
    this.#limit = limit
    this.#whole = whole
  }

  get areExhausted(): boolean {
    return this.#taken >= this.#limit || this.#whole?.areExhausted === true
  }

  get areUsed(): boolean {
    return this.#taken > 0
  }

  acquire(): void {
    this.#taken += 1
    this.#whole?.acquire()
  }

  release(): void {
    this.#taken -= 1
    this.#whole?.release()
  }
}
