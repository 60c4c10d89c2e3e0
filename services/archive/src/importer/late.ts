import { insert, readingsBefore, type Window } from '../observations/insertion.ts'
import { sightingsOf } from '../observations/sightings.ts'
import { inOrder, type Sighting, type Timeline } from '../observations/timeline.ts'
import { bitOf } from '../observations/types.ts'
import { type ArchivedRecord, changeRecord, timelineOf } from './records.ts'
import type { ImportSession } from './session.ts'
import { Writes } from './store.ts'
import { type Bounds, findBounds, readWindows } from './windows.ts'

/** Late sightings of a record, in order, and what is known of it. */
export interface LateSightings {
  record: ArchivedRecord
  timeline: Timeline
  sightings: readonly Sighting[]
}

/** How many records have their surroundings in memory at the same time. */
const PART = 1_000

/**
 * Works out what the late sightings of these records change, reading no more of a record than lies around them, and
 * writes the instants. Answers the records whose rows are to be written because of that.
 */
export async function insertLate(
  session: ImportSession,
  records: readonly ArchivedRecord[],
): Promise<ArchivedRecord[]> {
  const changed: ArchivedRecord[] = []
  for (let from = 0; from < records.length; from += PART) {
    const late = records.slice(from, from + PART).map(takeLate)
    const news = await withoutKnown(session, late)
    const windows = await readWindows(session, news, await findBounds(session, news))
    const writes = new Writes()
    for (const [place, { record, timeline, sightings }] of news.entries()) {
      const inserted = insert(timeline, windows[place] as Window, sightings, (field) =>
        bitOf(record.key.type, field),
      )
      for (const instant of inserted.instants) writes.merge(record.id, instant)
      if (!record.isChanged) changed.push(record)
      changeRecord(record, inserted.timeline)
    }
    await writes.store(session)
  }
  return changed
}

function takeLate(record: ArchivedRecord): LateSightings {
  const sightings = inOrder(record.late ?? [])
  record.late = undefined
  return { record, timeline: timelineOf(record) as Timeline, sightings }
}

/**
 * The same without the sightings that the archive holds already, whole and with the same values: they change nothing,
 * which is told by what is kept from the first to the last of them, so that importing a file again costs little.
 */
async function withoutKnown(
  session: ImportSession,
  late: readonly LateSightings[],
): Promise<LateSightings[]> {
  const windows = await readWindows(
    session,
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
      sightingsOf(window.instants, readingsBefore(one.timeline, window), (field) =>
        bitOf(one.record.key.type, field),
      ).map((sighting) => [sighting.at, sighting]),
    )
    const sightings = one.sightings.filter((sighting) => !holds(kept.get(sighting.at), sighting))
    if (sightings.length > 0) news.push({ ...one, sightings })
  }
  return news
}

function holds(kept: Sighting | undefined, { bits, names, texts }: Sighting): boolean {
  if (!kept || (kept.bits & bits) !== bits) return false
  let place = 0
  return names.every((name, index) => {
    while (place < kept.names.length && (kept.names[place] as string) < name) place++
    return kept.names[place] === name && kept.texts[place] === texts[index]
  })
}
