import { type Before, Insertion, readingsBefore } from '../observations/insertion.ts'
import { LateFilter } from '../observations/late-filter.ts'
import { inOrder, type Sighting, type Timeline } from '../observations/timeline.ts'
import { bitOf } from '../observations/types.ts'
import { findEnds } from './ends.ts'
import { readInstants } from './instants.ts'
import { lookBack } from './lookback.ts'
import { type ArchivedRecord, changeRecord, putAway, timelineOf } from './records.ts'
import { partsOf, ROOM, Room } from './room.ts'
import type { ImportSession } from './session.ts'
import { readLarge, Writes } from './store.ts'

/** Late sightings of a record, in order. */
interface Late {
  record: ArchivedRecord
  sightings: readonly Sighting[]
}

/** The same with what is known of the record. */
export interface LateRecord extends Late {
  timeline: Timeline
}

/** How many records are worked out at the same time, where there is room for what is read for that. */
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
  for (const part of partsOf(records, PART, ({ row }) => row?.size ?? 0))
    await insertPart(session, part.map(takeLate), changed)
  return changed
}

function takeLate(record: ArchivedRecord): Late {
  const sightings = inOrder(record.late ?? [])
  record.late = undefined
  return { record, sightings }
}

async function insertPart(
  session: ImportSession,
  part: readonly Late[],
  changed: ArchivedRecord[],
): Promise<void> {
  const large = part.flatMap(({ record }) => (record.isLarge ? [record] : []))
  await readLarge(session, large)
  const room = new Room(isDivisible(part) ? ROOM : Number.POSITIVE_INFINITY)
  const insertions = await findInsertions(session, part, room)
  if (!room.isExceeded) await carryOut(session, insertions, changed)
  for (const record of large) putAway(record)
  if (!room.isExceeded) return
  // As many that most of them will do, not those of which one record has the most.
  for (const smaller of divide(part, Math.ceil(2 * room.share))) await insertPart(session, smaller, changed)
}

/** One late sighting is worked out whatever is read for it, of which only that is kept in memory which changes. */
const isDivisible = (part: readonly Late[]) => part.length > 1 || (part[0]?.sightings.length ?? 0) > 1

/** Divides the records, or else the late sightings of the only one, in the order of time. */
function divide(part: readonly Late[], count: number): Late[][] {
  const [one] = part
  if (!one || part.length > 1) return piecesOf(part, count)
  return piecesOf(one.sightings, count).map((sightings) => [{ ...one, sightings }])
}

function piecesOf<Item>(items: readonly Item[], count: number): Item[][] {
  const size = Math.ceil(items.length / count)
  const pieces: Item[][] = []
  for (let from = 0; from < items.length; from += size) pieces.push(items.slice(from, from + size))
  return pieces
}

async function carryOut(
  session: ImportSession,
  insertions: ReadonlyMap<ArchivedRecord, Insertion>,
  changed: ArchivedRecord[],
): Promise<void> {
  const writes = new Writes()
  for (const [record, insertion] of insertions) {
    const timeline = insertion.end()
    for (const instant of insertion.instants) writes.merge(record.id, instant)
    if (!record.isLarge && !record.isChanged) changed.push(record)
    changeRecord(record, timeline)
    if (record.isLarge) writes.record(record)
  }
  await writes.store(session)
}

/** What is to be inserted into which records. Nothing whole where the room did not suffice. */
async function findInsertions(
  session: ImportSession,
  part: readonly Late[],
  room: Room,
): Promise<Map<ArchivedRecord, Insertion>> {
  const late = part.map((one): LateRecord => ({ ...one, timeline: timelineOf(one.record) as Timeline }))
  const news = await withoutKnown(session, late, room)
  if (room.isExceeded) return new Map()
  const ends = await findEnds(session, news)
  const before = await lookBack(session, news, room)
  const insertions = news.map(({ record: { key }, timeline, sightings }, place) => {
    const bits = (field: string) => bitOf(key.type, field)
    return new Insertion(timeline, sightings, before[place] as Before, bits)
  })
  await readInstants(session, news, ends, room, insertions)
  return new Map(news.map(({ record }, place) => [record, insertions[place] as Insertion]))
}

/** The same without the sightings that the archive holds already, so that importing a file again costs little. */
async function withoutKnown(
  session: ImportSession,
  late: readonly LateRecord[],
  room: Room,
): Promise<LateRecord[]> {
  const before = await lookBack(session, late, room)
  const filters = late.map(({ timeline, sightings }, place) => {
    const { at } = sightings[0] as Sighting
    return new LateFilter(sightings, readingsBefore(timeline, at, before[place] as Before))
  })
  const ends = late.map(({ sightings }) => (sightings.at(-1) as Sighting).at)
  await readInstants(session, late, ends, room, filters)
  return late.flatMap((one, place) => {
    const sightings = (filters[place] as LateFilter).end()
    return sightings.length > 0 ? [{ ...one, sightings }] : []
  })
}
