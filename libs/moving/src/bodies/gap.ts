/** The line breaks and blanks between two texts. Of ASCII blanks there is one at most, and none beside a line break. */
export class Gap {
  #parts: string[] = []
  /** Line breaks at its end: a blank that is kept is a line of its own between two of them. */
  #breaks = 0

  get isEmpty(): boolean {
    return this.#parts.length === 0
  }

  /** One more line break. */
  break(): void {
    if (this.#parts.at(-1) === ' ') this.#parts.pop()
    this.#parts.push('\n')
    this.#breaks += 1
  }

  /** At least this many line breaks before what comes next. */
  lines(count: number): void {
    while (this.#breaks < count) this.break()
  }

  /** At most one line break, with the blanks by which its line begins. */
  joinLines(): void {
    const last = this.#parts.lastIndexOf('\n')
    if (last < 0) return
    this.#parts = this.#parts.slice(last)
    this.#breaks = Math.min(this.#breaks, 1)
  }

  /** Blanks of any kind, the ASCII ones collapsed. */
  blanks(text: string): void {
    for (const blank of text) {
      const last = this.#parts.at(-1)
      if (blank !== ' ' || (last !== ' ' && last !== '\n')) this.#parts.push(blank)
      if (blank !== ' ') this.#breaks = 0
    }
  }

  /** The gap, which ends with that. */
  take(): string {
    const text = this.#parts.length === 0 ? '' : this.#parts.join('')
    this.clear()
    return text
  }

  /** The line breaks at its end alone. */
  takeBreaks(): string {
    const breaks = '\n'.repeat(this.#breaks)
    this.clear()
    return breaks
  }

  clear(): void {
    if (this.#parts.length > 0) this.#parts = []
    this.#breaks = 0
  }
}
