import { byName, type Instant, type Latest, type Sighting, type Timeline } from './sighting.ts'
import { type Readings, SightingReader } from './sightings.ts'
import { merge, see } from './timeline.ts'

/** What fields read before an instant, and since when, of those whose latest period begins then or later. */
export type Before = ReadonlyMap<string, { start: number; text: string | null }>

/** What each field read before this instant. */
export function readingsBefore({ latest }: Timeline, at: number, before: Before): Readings {
  const readings = new Map<string, string | null>()
  for (const { name, start, end, text } of latest) {
    if (start < at) readings.set(name, end !== null && end < at ? null : text)
  }
  for (const [name, { text }] of before) readings.set(name, text)
  return readings
}

/**
 * Puts late sightings of a record in their places and reads its periods off again. It is to see what is kept from the
 * first of them until each field that they saw has been seen again, instant by instant: what comes later stays as it is.
 */
export class Insertion {
  readonly #write: (instant: Instant) => void
  readonly #known: Timeline
  readonly #reader: SightingReader
  readonly #latest: Latest[]
  readonly #late: readonly Sighting[]
  #next = 0
  #last: number

  /**
   * `late` is in order; `before` is of the first of them. `bitOf` tells a field's bit. Instants that are new, or not as
   * they were, are told to `write`.
   */
  constructor(
    known: Timeline,
    late: readonly Sighting[],
    before: Before,
    bitOf: (field: string) => number,
    write: (instant: Instant) => void,
  ) {
    const { at } = late[0]!
    this.#write = write
    this.#known = known
    this.#reader = new SightingReader(readingsBefore(known, at, before), bitOf)
    this.#latest = periodsBefore(known, at, before)
    this.#late = late
    this.#last = at
  }

  see(instant: Instant): void {
    this.#insertBefore(instant.at)
    const kept = this.#reader.sightingOf(instant)
    const late = this.#late[this.#next]
    const isSame = late?.at === instant.at
    if (isSame) this.#next++
    const { bits, changes } = this.#see(isSame ? merge(kept, late) : kept)
    if (bits !== instant.bits || changes !== instant.changes) this.#write({ at: instant.at, bits, changes })
  }

  /** The record's timeline with all of them. */
  end(): Timeline {
    this.#insertBefore(Number.POSITIVE_INFINITY)
    const { archivedAt, retrievedAt, latest } = this.#known
    const periods = new Map(latest.map((period) => [period.name, period]))
    for (const period of this.#latest) {
      const stored = periods.get(period.name)
      if (!stored || stored.start <= this.#last)
        periods.set(period.name, stored ? continued(period, stored, this.#last) : period)
    }
    return {
      archivedAt: Math.min(archivedAt, this.#late[0]!.at),
      retrievedAt: Math.max(retrievedAt, this.#last),
      latest: [...periods.values()].sort(byName),
    }
  }

  #insertBefore(at: number): void {
    for (let late = this.#late[this.#next]; late && late.at < at; late = this.#late[++this.#next])
      this.#write(this.#see(late))
  }

  #see(sighting: Sighting): Instant {
    this.#last = sighting.at
    return see(this.#latest, sighting)
  }
}

/** Stands before everything: what a field was before it was gone does not matter. */
const LONG_AGO = Number.NEGATIVE_INFINITY

/**
 * The period of each field that an instant is in. When a field was seen last before that need not be known: where there
 * is a later sighting it is seen yet, or lies behind what is read, and is known of the latest period (`continued`).
 */
function periodsBefore({ latest }: Timeline, at: number, before: Before): Latest[] {
  return latest.flatMap(({ name, start, end, retrieved, text }): Latest[] => {
    if (start < at)
      return [
        {
          name,
          start,
          end: end !== null && end < at ? end : null,
          retrieved: retrieved < at ? retrieved : start,
          text,
        },
      ]
    const earlier = before.get(name)
    if (!earlier) return []
    return earlier.text === null
      ? [{ name, start: LONG_AGO, end: earlier.start, retrieved: LONG_AGO, text: '' }]
      : [{ name, start: earlier.start, end: null, retrieved: earlier.start, text: earlier.text }]
  })
}

/** The period that was the latest at the last instant seen, with what is known of it from after that. */
function continued(period: Latest, stored: Latest, last: number): Latest {
  if (stored.retrieved > last) return { ...period, retrieved: stored.retrieved, end: stored.end }
  return stored.end !== null && stored.end > last ? { ...period, end: stored.end } : period
}
