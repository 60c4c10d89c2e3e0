/** Counts what each caller has at once; `enter` tells whether one more is allowed, which must then `leave`. */
export class Shares {
  readonly #number = new Map<string, number>()

  enter(key: string, limit: number): boolean {
    const number = this.#number.get(key) ?? 0
    if (number >= limit) return false
    this.#number.set(key, number + 1)
    return true
  }

  leave(key: string): void {
    const left = (this.#number.get(key) ?? 1) - 1
    if (left === 0) this.#number.delete(key)
    else this.#number.set(key, left)
  }
}
