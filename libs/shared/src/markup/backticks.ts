import { type Input, lineBreakLength, lineEnd, runEnd } from './characters.ts'

const SHORTEST_FENCE = 3

/**
 * Finds the run of backticks that closes a code span or a fence. What a search has seen is kept, so that a run that
 * nothing closes is not searched for again: all searches of one input together read it a fixed number of times.
 */
export class Backticks {
  readonly #input: Input
  /** Per length, the last run of the line that ends at `#lineEnd`. */
  #lastRuns = new Map<number, number>()
  #lineEnd = -1
  /** Per length, the last line of the input that can close a fence so long. */
  #lastFences: number[] | undefined

  constructor(input: Input) {
    this.#input = input
  }

  /** Start of the next run of exactly `length` backticks between `from` and the end of the line, or -1. */
  closingRun(from: number, length: number): number {
    if (from > this.#lineEnd) this.#readLine(from)
    if ((this.#lastRuns.get(length) ?? -1) < from) return -1
    for (let at = from; ; at += 1) {
      if (this.#input.source[at] !== '`') continue
      const end = runEnd(this.#input, at, '`')
      if (end - at === length) return at
      at = end - 1
    }
  }

  /** Start of the first line from `from` on, itself the start of a line, that closes a fence of `length`, or -1. */
  closingFence(from: number, length: number): number {
    this.#lastFences ??= this.#readFences()
    if ((this.#lastFences[length] ?? -1) < from) return -1
    let line = from
    while (this.#closingLength(line) < length) line = this.#nextLine(line)
    return line
  }

  #readLine(from: number): void {
    this.#lastRuns = new Map()
    let at = from
    while (at < this.#input.end && lineBreakLength(this.#input, at) === 0) {
      const end = runEnd(this.#input, at, '`')
      if (end > at) this.#lastRuns.set(end - at, at)
      at = Math.max(end, at + 1)
    }
    this.#lineEnd = at
  }

  /** A line closes every fence that is no longer than its own. */
  #readFences(): number[] {
    const fences: number[] = []
    for (let line = this.#input.start; line < this.#input.end; line = this.#nextLine(line)) {
      const length = this.#closingLength(line)
      while (fences.length <= length) fences.push(-1)
      if (length > 0) fences[length] = line
    }
    for (let length = fences.length - 2; length > 0; length -= 1)
      fences[length] = Math.max(fences[length]!, fences[length + 1]!)
    return fences
  }

  /** Length of the longest fence that the line can close, 0 where it closes none. */
  #closingLength(line: number): number {
    const end = runEnd(this.#input, line, '`')
    if (end - line < SHORTEST_FENCE) return 0
    let rest = end
    while (this.#input.source[rest] === ' ' || this.#input.source[rest] === '\t') rest += 1
    return rest >= this.#input.end || lineBreakLength(this.#input, rest) > 0 ? end - line : 0
  }

  #nextLine(line: number): number {
    const end = lineEnd(this.#input, line)
    return end + Math.max(1, lineBreakLength(this.#input, end))
  }
}
