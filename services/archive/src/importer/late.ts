import type pg from 'pg'
import { insert, readingsBefore, type Window } from '../observations/insertion.ts'
import { sightingsOf } from '../observations/sightings.ts'
import type { Sighting } from '../observations/timeline.ts'
import { bitOf, type RecordKey } from '../observations/types.ts'
import type { StoredRecord, Writes } from './store.ts'
import { type Bounds, findBounds, readWindows } from './windows.ts'

/** A stored record with sightings that are not later than all that are stored. */
export interface LateSightings {
  key: RecordKey
  stored: StoredRecord
  /** In order. */
  sightings: readonly Sighting[]
}

/** How many records have their surroundings in memory at the same time. */
const PART = 1_000

/** Works out what late sightings change, reading no more of a record than lies around them. */
export async function insertLate(
  client: pg.ClientBase,
  writes: Writes,
  late: readonly LateSightings[],
): Promise<void> {
  for (let from = 0; from < late.length; from += PART) {
    const news = await withoutKnown(client, late.slice(from, from + PART))
    const windows = await readWindows(client, news, await findBounds(client, news))
    for (const [place, { key, stored, sightings }] of news.entries()) {
      const { id, timeline } = stored
      const inserted = insert(timeline, windows[place] as Window, sightings, (field) =>
        bitOf(key.type, field),
      )
      writes.update(id, inserted.timeline)
      for (const instant of inserted.instants) writes.merge(id, instant)
    }
  }
}

/**
 * The same without the sightings that the archive holds already, whole and with the same values: they change nothing,
 * which is told by what is kept from the first to the last of them, so that importing a file again costs little.
 */
async function withoutKnown(client: pg.ClientBase, late: readonly LateSightings[]): Promise<LateSightings[]> {
  const windows = await readWindows(
    client,
    late,
    late.map(
      ({ sightings }): Bounds => ({
        from: (sightings[0] as Sighting).at,
        to: (sightings.at(-1) as Sighting).at,
      }),
    ),
  )
  const news: LateSightings[] = []
  for (const [place, one] of late.entries()) {
    const window = windows[place] as Window
    const kept = new Map(
      sightingsOf(window.instants, readingsBefore(one.stored.timeline, window), (field) =>
        bitOf(one.key.type, field),
      ).map((sighting) => [sighting.at, sighting]),
    )
    const sightings = one.sightings.filter((sighting) => !holds(kept.get(sighting.at), sighting))
    if (sightings.length > 0) news.push({ ...one, sightings })
  }
  return news
}

function holds(kept: Sighting | undefined, { bits, samples }: Sighting): boolean {
  if (!kept || (kept.bits & bits) !== bits) return false
  for (const [name, text] of samples) {
    if (kept.samples.get(name) !== text) return false
  }
  return true
}
