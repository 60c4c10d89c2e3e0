import { sightingsOf } from './sightings.ts'
import {
  advance,
  byName,
  type Instant,
  inOrder,
  type Latest,
  type Sighting,
  type Timeline,
} from './timeline.ts'

/** What is kept of a record from one instant to another, both included. */
export interface Window {
  from: number
  to: number
  /** In order. */
  instants: readonly Instant[]
  /** What fields read before the window, and since when, of those whose latest period begins in it or later. */
  before: ReadonlyMap<string, { start: number; text: string | null }>
}

export interface Insertion {
  timeline: Timeline
  /** Those of the window that are new, or not as they were. */
  instants: Instant[]
}

/** What each field read when the window began. */
export function readingsBefore({ latest }: Timeline, { from, before }: Window): Map<string, string | null> {
  const readings = new Map<string, string | null>()
  for (const { name, start, end, text } of latest) {
    if (start < from) readings.set(name, end !== null && end < from ? null : text)
  }
  for (const [name, { text }] of before) readings.set(name, text)
  return readings
}

/**
 * Puts late sightings in their places and reads the periods of the window off again. For each field that a late
 * sighting saw, the window holds the nearest sightings of that field before and after it: what lies further away
 * stays as it is.
 */
export function insert(
  known: Timeline,
  window: Window,
  late: readonly Sighting[],
  bitOf: (field: string) => number,
): Insertion {
  const kept = sightingsOf(window.instants, readingsBefore(known, window), bitOf)
  const { timeline, instants } = advance(
    { ...known, latest: periodsBefore(known, window) },
    inOrder([...kept, ...late]),
  )

  const latest = new Map(known.latest.map((period) => [period.name, period]))
  for (const period of timeline.latest) {
    const stored = latest.get(period.name)
    if (!stored) latest.set(period.name, period)
    else if (stored.start <= window.to) latest.set(period.name, continued(period, stored, window.to))
  }
  const old = new Map(window.instants.map((instant) => [instant.at, instant]))
  return {
    timeline: {
      archivedAt: Math.min(known.archivedAt, (instants[0] as Instant).at),
      retrievedAt: Math.max(known.retrievedAt, timeline.retrievedAt),
      latest: [...latest.values()].sort(byName),
    },
    instants: instants.filter(({ at, bits, changes }) => {
      const before = old.get(at)
      return before?.bits !== bits || before.changes !== changes
    }),
  }
}

/** Stands before everything: what a field was before it was gone does not matter. */
const LONG_AGO = Number.NEGATIVE_INFINITY

/** The period of each field that the window begins in. */
function periodsBefore({ latest }: Timeline, { from, before }: Window): Latest[] {
  return latest.flatMap(({ name, start, end, retrieved, text }): Latest[] => {
    if (start < from)
      return [
        {
          name,
          start,
          end: end !== null && end < from ? end : null,
          retrieved: retrieved < from ? retrieved : start,
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

/** The last period of the window, with what is known of it from after the window. */
function continued(period: Latest, stored: Latest, to: number): Latest {
  if (stored.retrieved > to) return { ...period, retrieved: stored.retrieved, end: stored.end }
  return stored.end !== null && stored.end > to ? { ...period, end: stored.end } : period
}
