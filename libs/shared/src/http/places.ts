/** Places for requests in progress. Taking one also takes one of the enclosing whole. */
export class Places {
  readonly #limit: number
  readonly #whole: Places | undefined
  #taken = 0

  constructor(limit: number, whole?: Places) {
    this.#limit = limit
    this.#whole = whole
  }

  get areFull(): boolean {
    return this.#taken >= this.#limit || this.#whole?.areFull === true
  }

  get areUsed(): boolean {
    return this.#taken > 0
  }

  take(): void {
    this.#taken += 1
    this.#whole?.take()
  }

  leave(): void {
    this.#taken -= 1
    this.#whole?.leave()
  }
}
