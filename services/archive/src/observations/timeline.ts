import { fingerprintOf } from './fingerprint.ts'
import { byName, type Instant, type Latest, type Sighting, type Timeline } from './sighting.ts'
import { encodeChanges } from './stored-json.ts'
import { isEntry } from './types.ts'

/**
 * The rules of the archive, without a database: how sightings of a record become periods of its fields.
 *
 * A field has the value it was last seen with until it is seen with another one. A period may later be split (A at 1
 * and 5, then B at 3 arrives), for which its ends are not enough: the archive stores the instants of all sightings,
 * each with the fields that changed then. Together they reproduce every sighting, so a late one is inserted and the
 * periods are derived again: the archive is the same whatever the order of arrival.
 */

/** A list whose entries come and go: each is a field of its own, and those missing from a sighting are gone. */
const LIST = 'links'

/** The field itself; for the entry of a list, the list. */
export const fieldOfSample = (name: string) => (isEntry(name) ? LIST : name)

/**
 * The sightings in order, one per instant. Of two values seen at the same instant, the greater one in the order of
 * canonical JSON counts; of two lists, the entries of both. Neither depends on the order of arrival.
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

/** Merges two of the same instant. */
export function merge(a: Sighting, b: Sighting): Sighting {
  const texts = new Map(a.names.map((name, place) => [name, a.texts[place]!]))
  for (const [place, name] of b.names.entries()) {
    const text = b.texts[place]!
    const other = texts.get(name)
    if (other === undefined || text > other) texts.set(name, text)
  }
  const names = [...texts.keys()].sort()
  return { at: a.at, bits: a.bits | b.bits, names, texts: names.map((name) => texts.get(name)!) }
}

/** Adds sightings, in order, that are later than all before. */
export function advance(
  known: Timeline | undefined,
  sightings: readonly Sighting[],
): { timeline: Timeline; instants: Instant[] } {
  const first = sightings[0]
  const last = sightings.at(-1)
  if (!first || !last) throw new RangeError('there is nothing to add')
  const latest = known?.latest ?? []
  const instants = sightings.map((sighting) => see(latest, sighting))
  return {
    timeline: { archivedAt: known?.archivedAt ?? first.at, retrievedAt: last.at, latest },
    instants,
  }
}

/**
 * Updates the latest periods, in order, with a sighting that is later than all before. Returns what is stored of it.
 */
export function see(latest: Latest[], sighting: Sighting): Instant {
  const { at, bits, names, texts } = sighting
  const known = latest.length
  let isChanged = false
  let place = 0
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!
    const text = texts[index]!
    while (place < known && latest[place]!.name < name) place++
    const period = place < known ? latest[place] : undefined
    if (period?.name === name && period.end === null && period.text === text) {
      period.retrieved = at
      continue
    }
    isChanged = true
    const next: Latest = { name, start: at, end: null, retrieved: at, text }
    if (period?.name === name) latest[place] = next
    else latest.push(next)
  }
  // New ones were appended to the others, in order among themselves.
  if (known > 0 && latest.length > known) latest.sort(byName)
  if (names.includes(LIST)) {
    for (const period of latest) {
      if (period.end !== null || period.retrieved === at || !isEntry(period.name)) continue
      period.end = at
      isChanged = true
    }
  }
  return { at, bits, changes: isChanged ? encodeChanges(latest, at) : null, seen: fingerprintOf(sighting) }
}
