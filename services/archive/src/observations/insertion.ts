import {
  advance,
  type Change,
  inOrder,
  type Latest,
  type Sighting,
  sightingsOf,
  type Timeline,
} from './timeline.ts'

/** What is kept of a record from one instant to another, both included. */
export interface Window {
  from: number
  to: number
  instants: readonly { at: number; bits: number }[]
  /** Those within, and of each field the last one before. */
  changes: readonly Change[]
}

export interface Insertion {
  timeline: Timeline
  /** Those of the window that are new, or saw more fields than before. */
  instants: { at: number; bits: number }[]
  added: Change[]
  removed: Change[]
}

/** Stands before everything: where a field was gone, what it was before that does not matter. */
const LONG_AGO = Number.NEGATIVE_INFINITY

const placeOf = ({ field, start }: Change) => `${start} ${field}`

/**
 * Puts late sightings in their places and reads the periods of the window off again. For each field that a late
 * sighting saw, the window holds the nearest sightings of that field before and after it: what lies further away
 * stays as it is.
 */
export function insert(
  known: Timeline,
  { from, to, instants, changes }: Window,
  late: readonly Sighting[],
  bitOf: (field: string) => number,
): Insertion {
  const all = inOrder([...sightingsOf(instants, known.latest, changes, bitOf), ...late])
  const ended: Change[] = []
  const { latest } = advance({ ...known, latest: before(known, from, changes) }, all, ended)

  const news = ended.filter(
    ({ field, start }) => start >= from || (known.latest.get(field)?.start ?? from) < from,
  )
  const timeline: Timeline = {
    archivedAt: Math.min(known.archivedAt, (all[0] as Sighting).at),
    retrievedAt: Math.max(known.retrievedAt, (all.at(-1) as Sighting).at),
    latest: new Map(known.latest),
  }
  const removed: Change[] = []
  for (const [field, period] of latest) {
    const stored = known.latest.get(field)
    if (stored && stored.start > to) {
      if (period.start >= from) news.push({ field, start: period.start, text: period.text })
      if (period.end !== null && period.end >= from) news.push({ field, start: period.end, text: null })
    } else {
      timeline.latest.set(field, stored ? continued(period, stored, to) : period)
      // Of two values at one instant the greater was that of the period before, which goes on now.
      if (stored && period.start < from && stored.start >= from)
        removed.push({ field, start: period.start, text: period.text })
    }
  }

  const bits = new Map(instants.map((instant) => [instant.at, instant.bits]))
  const olds = new Map(
    changes.filter(({ start }) => start >= from).map((change) => [placeOf(change), change] as const),
  )
  const added = news.filter((change) => {
    if (olds.get(placeOf(change))?.text !== change.text) return true
    olds.delete(placeOf(change))
    return false
  })
  return {
    timeline,
    instants: all.filter((instant) => bits.get(instant.at) !== instant.bits),
    added,
    removed: [...removed, ...olds.values()],
  }
}

/** The period of each field that the window begins in. */
function before(known: Timeline, from: number, changes: readonly Change[]): Map<string, Latest> {
  const latest = new Map<string, Latest>()
  for (const [field, { start, end, retrieved, text }] of known.latest) {
    if (start >= from) continue
    latest.set(field, {
      start,
      end: end !== null && end < from ? end : null,
      retrieved: retrieved < from ? retrieved : start,
      text,
    })
  }
  for (const { field, start, text } of changes) {
    if (start >= from) continue
    latest.set(
      field,
      text === null
        ? { start: LONG_AGO, end: start, retrieved: LONG_AGO, text: '' }
        : { start, end: null, retrieved: start, text },
    )
  }
  return latest
}

/** The last period of the window, with what is known of it from after the window. */
function continued(period: Latest, stored: Latest, to: number): Latest {
  if (stored.retrieved > to) return { ...period, retrieved: stored.retrieved, end: stored.end }
  return stored.end !== null && stored.end > to ? { ...period, end: stored.end } : period
}
