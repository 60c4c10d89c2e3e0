import type { Instant, Latest, Sighting, Timeline } from './sighting.ts'
import { SightingReader } from './sightings.ts'
import { merge, see } from './timeline.ts'
import type { RecordType } from './types.ts'

/**
 * Reads the periods of a record off anew: of all that is kept of it, which it is to be told instant by instant, and of
 * late sightings that come between.
 */
export class Derivation {
  readonly #reader: SightingReader
  readonly #write: (instant: Instant) => void
  readonly #late: readonly Sighting[]
  readonly #latest: Latest[] = []
  #next = 0
  #first: number | undefined
  #last = 0

  /** `late` is in order. Instants that are new, or not as they were, are told to `write`. */
  constructor(type: RecordType, late: readonly Sighting[], write: (instant: Instant) => void) {
    this.#reader = new SightingReader(type)
    this.#late = late
    this.#write = write
  }

  see(instant: Instant): void {
    this.#insertBefore(instant.at)
    const kept = this.#reader.sightingOf(instant)
    const late = this.#late[this.#next]
    const isSame = late?.at === instant.at
    if (isSame) this.#next++
    const now = this.#see(isSame ? merge(kept, late) : kept)
    const isAsItWas =
      now.bits === instant.bits && now.changes === instant.changes && now.seen === instant.seen
    if (!isAsItWas) this.#write(now)
  }

  /** How many characters its fields read by now. */
  get size(): number {
    return this.#latest.reduce((sum, { text }) => sum + text.length, 0)
  }

  /** What is known of the record now. */
  end(): Timeline {
    this.#insertBefore(Number.POSITIVE_INFINITY)
    return { archivedAt: this.#first ?? this.#last, retrievedAt: this.#last, latest: this.#latest }
  }

  #insertBefore(at: number): void {
    for (let late = this.#late[this.#next]; late && late.at < at; late = this.#late[++this.#next])
      this.#write(this.#see(late))
  }

  #see(sighting: Sighting): Instant {
    this.#first ??= sighting.at
    this.#last = sighting.at
    return see(this.#latest, sighting)
  }
}
