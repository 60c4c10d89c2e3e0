import type { Instant, Latest, Sighting, Timeline } from './sighting.ts'
import { SightingReader } from './sightings.ts'
import { merge, see } from './timeline.ts'
import type { RecordType } from './types.ts'

/**
 * Derives a record's periods again from its stored instants, which it is given in order, and from late sightings in
 * between.
 */
export class Derivation {
  readonly #reader: SightingReader
  readonly #write: (instant: Instant) => void
  readonly #late: readonly Sighting[]
  readonly #latest: Latest[] = []
  #next = 0
  #first: number | undefined
  #last = 0

  /** `late` is in order. New and changed instants are passed to `write`. */
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

  /** The current size of its fields, in characters. */
  get size(): number {
    return this.#latest.reduce((sum, { text }) => sum + text.length, 0)
  }

  /** What is now known about the record. */
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
