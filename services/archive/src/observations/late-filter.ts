import type { Instant, Sighting } from './sighting.ts'
import type { Readings } from './sightings.ts'
import { eachChange } from './stored-json.ts'

/**
 * Tells late sightings of a record from those that the archive holds already, whole and with the same values, which
 * change nothing. It is to see every instant that is kept from the first to the last of them, in order.
 */
export class LateFilter {
  readonly #readings: Map<string, string | null>
  readonly #late: readonly Sighting[]
  readonly #news: Sighting[] = []
  #next = 0

  /** `late` is in order; `before` tells what each field read before the first. */
  constructor(late: readonly Sighting[], before: Readings) {
    this.#late = late
    this.#readings = new Map(before)
  }

  see({ at, bits, changes }: Instant): void {
    if (changes !== null) eachChange(changes, (name, text) => this.#readings.set(name, text))
    for (let late = this.#late[this.#next]; late && late.at <= at; late = this.#late[++this.#next]) {
      if (late.at < at || !this.#holds(bits, late)) this.#news.push(late)
    }
  }

  /** Those that the archive does not hold. */
  end(): Sighting[] {
    return [...this.#news, ...this.#late.slice(this.#next)]
  }

  #holds(seen: number, { bits, names, texts }: Sighting): boolean {
    if ((seen & bits) !== bits) return false
    for (let place = 0; place < names.length; place++) {
      if (this.#readings.get(names[place]!) !== texts[place]) return false
    }
    return true
  }
}
