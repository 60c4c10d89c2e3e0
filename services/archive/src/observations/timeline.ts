import { encodeChanges } from './stored-json.ts'

/**
 * The rules of the archive, without a database: how sightings of a record become periods of its fields.
 *
 * A field has the value it was last seen with until it is seen with another one. That a period may later be split
 * (A at 1 and 5, then B at 3 arrives) needs more than its ends: the archive keeps the instants of all sightings, and
 * with each the fields that from then on read something else. Both together give every sighting back, so a late one
 * is put in its place and the periods are read off again: whatever the order of arrival, the archive is the same.
 */

/** One look at a record: the fields that were seen, each with its canonical JSON. Times are in ms. */
export interface Sighting {
  at: number
  /** The fields seen, as bits: see types.ts. */
  bits: number
  samples: Map<string, string>
}

/** A sighting as it is kept. */
export interface Instant {
  at: number
  bits: number
  /** What each field read from then on that had read otherwise, as JSON; null for none. See stored-json.ts. */
  changes: string | null
}

/** The latest period of a field. Its end is null while the value holds. */
export interface Latest {
  start: number
  end: number | null
  /** The last sighting within it. */
  retrieved: number
  text: string
}

/** What is known of one record. */
export interface Timeline {
  archivedAt: number
  retrievedAt: number
  latest: Map<string, Latest>
}

/** A list whose entries come and go: each is a field of its own, and those that a sighting lacks are gone. */
const LIST = 'links'
const ENTRY = `${LIST}.`

/** The field itself, for the entries of a list the list. */
export const fieldOfSample = (name: string) => (name.startsWith(ENTRY) ? LIST : name)

/**
 * The sightings in order, one an instant. Seen at the same instant with two values, a field has the greater one in
 * the order of canonical JSON; of two lists the entries of both. Neither depends on which came first.
 */
export function inOrder(sightings: readonly Sighting[]): readonly Sighting[] {
  if (sightings.length === 1) return sightings
  const ordered: Sighting[] = []
  for (const sighting of sightings.toSorted((a, b) => a.at - b.at)) {
    const last = ordered.at(-1)
    if (last?.at !== sighting.at) ordered.push(sighting)
    else ordered[ordered.length - 1] = merge(last, sighting)
  }
  return ordered
}

function merge(a: Sighting, b: Sighting): Sighting {
  const samples = new Map(a.samples)
  for (const [name, text] of b.samples) {
    const other = samples.get(name)
    if (other === undefined || text > other) samples.set(name, text)
  }
  return { at: a.at, bits: a.bits | b.bits, samples }
}

/** Adds sightings, in order, that are later than all before. */
export function advance(
  known: Timeline | undefined,
  sightings: readonly Sighting[],
): { timeline: Timeline; instants: Instant[] } {
  const first = sightings[0]
  const last = sightings.at(-1)
  if (!first || !last) throw new RangeError('there is nothing to add')
  const latest = known?.latest ?? new Map<string, Latest>()
  const instants = sightings.map((sighting) => see(latest, sighting))
  return {
    timeline: { archivedAt: known?.archivedAt ?? first.at, retrievedAt: last.at, latest },
    instants,
  }
}

function see(latest: Map<string, Latest>, { at, bits, samples }: Sighting): Instant {
  let changes: Map<string, string | null> | undefined
  for (const [name, text] of samples) {
    const period = latest.get(name)
    if (period && period.end === null && period.text === text) {
      period.retrieved = at
    } else {
      latest.set(name, { start: at, end: null, retrieved: at, text })
      changes ??= new Map()
      changes.set(name, text)
    }
  }
  if (samples.has(LIST)) {
    for (const [name, period] of latest) {
      if (period.end !== null || !name.startsWith(ENTRY) || samples.has(name)) continue
      period.end = at
      changes ??= new Map()
      changes.set(name, null)
    }
  }
  return { at, bits, changes: changes ? encodeChanges(changes) : null }
}
