/** Wakes whoever waits; a ring while nobody waits is kept. Costs nothing while nothing happens. */
export class Latch {
  #isRung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#isRung = true
    this.#wake?.()
  }

  async wait(): Promise<void> {
    if (!this.#isRung)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = undefined
    this.#isRung = false
  }
}
