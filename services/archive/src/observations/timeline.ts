/**
 * The rules of the archive, without a database: how sightings of a record become periods of its fields.
 *
 * A field has the value it was last seen with until it is seen with another one. That a period may later be split
 * (A at 1 and 5, then B at 3 arrives) needs more than its ends: the archive keeps the instants of all sightings, and
 * the values where they change. Both together give every sighting back, so a late one is put in its place and the
 * periods are read off again: whatever the order of arrival, the archive is the same.
 */

/** One look at a record: the fields that were seen, each with its canonical JSON. Times are in ms. */
export interface Sighting {
  at: number
  /** The fields seen, as bits: see types.ts. */
  bits: number
  samples: Map<string, string>
}

/** The latest period of a field. Its end is null while the value holds. */
export interface Latest {
  start: number
  end: number | null
  /** The last sighting within it. */
  retrieved: number
  text: string
}

/** Where an earlier period of a field began; null text: where the field was gone. */
export interface Change {
  field: string
  start: number
  text: string | null
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
export function inOrder(sightings: readonly Sighting[]): Sighting[] {
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

/** Adds sightings that are later than all before; the periods that this ends are added to `changes`. */
export function advance(
  known: Timeline | undefined,
  sightings: readonly Sighting[],
  changes: Change[],
): Timeline {
  const first = sightings[0]
  const last = sightings.at(-1)
  if (!first || !last) throw new RangeError('there is nothing to add')
  const latest = known?.latest ?? new Map<string, Latest>()
  for (const { at, samples } of sightings) {
    for (const [name, text] of samples) see(latest, name, text, at, changes)
    if (!samples.has(LIST)) continue
    for (const [name, period] of latest) {
      if (name.startsWith(ENTRY) && !samples.has(name)) period.end ??= at
    }
  }
  return { archivedAt: known?.archivedAt ?? first.at, retrievedAt: last.at, latest }
}

function see(latest: Map<string, Latest>, field: string, text: string, at: number, changes: Change[]): void {
  const period = latest.get(field)
  if (period && period.end === null && period.text === text) {
    period.retrieved = at
    return
  }
  if (period) {
    changes.push({ field, start: period.start, text: period.text })
    if (period.end !== null) changes.push({ field, start: period.end, text: null })
  }
  latest.set(field, { start: at, end: null, retrieved: at, text })
}

/** The sightings that led to what is kept, in order. `bitOf` tells a field's bit. */
export function sightingsOf(
  instants: readonly { at: number; bits: number }[],
  latest: ReadonlyMap<string, Latest>,
  changes: readonly Change[],
  bitOf: (field: string) => number,
): Sighting[] {
  const runs = new Map<string, Omit<Change, 'field'>[]>()
  const runsOf = (field: string) => runs.get(field) ?? runs.set(field, []).get(field)!
  for (const { field, start, text } of changes) runsOf(field).push({ start, text })
  for (const [field, { start, end, text }] of latest) {
    runsOf(field).push({ start, text })
    if (end !== null) runsOf(field).push({ start: end, text: null })
  }
  const tracks = [...runs].map(([name, list]) => ({
    name,
    bit: bitOf(fieldOfSample(name)),
    list: list.sort((a, b) => a.start - b.start),
    next: 0,
  }))
  return instants
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, bits }) => {
      const samples = new Map<string, string>()
      for (const track of tracks) {
        while ((track.list[track.next]?.start ?? Number.POSITIVE_INFINITY) <= at) track.next++
        const text = track.list[track.next - 1]?.text
        if ((bits & track.bit) !== 0 && typeof text === 'string') samples.set(track.name, text)
      }
      return { at, bits, samples }
    })
}
