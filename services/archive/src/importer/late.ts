import { Insertion, readingsBefore } from '../observations/insertion.ts'
import { LateFilter } from '../observations/late-filter.ts'
import type { Instant } from '../observations/sighting.ts'
import { inOrder } from '../observations/timeline.ts'
import { bitOf } from '../observations/types.ts'
import { type ArchivedRecord, putAway, type Row, rowOf, timelineOf } from './archived-record.ts'
import { type LateRecord, readInstants } from './instants.ts'
import { lookBack } from './lookback.ts'
import { partsOf, ROOM, Room } from './room.ts'
import type { ImportSession } from './session.ts'
import { readLarge, Writes } from './store.ts'

/** How many records are worked out at the same time, where there is room for what is kept of them. */
const RECORDS = 1_000

/** About how many characters' memory an instant takes beside its changes. */
const INSTANT = 64

/** Late sightings of a record, in order. */
type Late = Pick<LateRecord, 'record' | 'sightings'>

/** What the late sightings of some records change. */
interface Changes {
  /** The instants. */
  writes: Writes
  rows: Map<ArchivedRecord, Row>
}

/**
 * Works out what the late sightings of these records change, reading no more of a record than lies around them, and
 * writes the instants. Answers the records whose rows are to be written because of that.
 */
export async function insertLate(
  session: ImportSession,
  records: readonly ArchivedRecord[],
): Promise<ArchivedRecord[]> {
  const changed: ArchivedRecord[] = []
  for (const part of partsOf(records, RECORDS, ({ row }) => row?.size ?? 0))
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
  const changes = await findChanges(session, part, room)
  if (!room.isExceeded) await carryOut(session, changes, changed)
  for (const record of large) putAway(record)
  if (!room.isExceeded) return
  // Twice as many as should do: records are not of one size.
  for (const smaller of divide(part, Math.ceil(2 * room.share))) await insertPart(session, smaller, changed)
}

/** One late sighting is worked out in any case: it changes itself and the next sighting of each field. */
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
  { writes, rows }: Changes,
  changed: ArchivedRecord[],
): Promise<void> {
  for (const [record, row] of rows) {
    if (!record.isLarge && !record.isChanged) changed.push(record)
    record.row = row
    record.isChanged = true
    if (record.isLarge) writes.record(record)
  }
  await writes.store(session)
}

/** Incomplete where the room did not suffice. */
async function findChanges(session: ImportSession, part: readonly Late[], room: Room): Promise<Changes> {
  const changes: Changes = { writes: new Writes(), rows: new Map() }
  const late = part.flatMap((one): LateRecord[] => {
    const timeline = timelineOf(one.record)
    return timeline ? [{ ...one, timeline }] : []
  })
  const news = await withoutKnown(session, late, room)
  const before = await lookBack(session, news, room)
  if (room.isExceeded) return changes
  await readInstants(session, news, 'seen again', ({ record, timeline, sightings }) => {
    let isChanged = false
    const write = (instant: Instant) => {
      isChanged = true
      if (room.take(INSTANT + (instant.changes?.length ?? 0))) changes.writes.merge(record.id, instant)
    }
    const bits = (field: string) => bitOf(record.key.type, field)
    const insertion = new Insertion(timeline, sightings, before.get(record)!, bits, write)
    return {
      see: (instant) => insertion.see(instant),
      end() {
        const row = rowOf(insertion.end())
        if (isChanged && !room.isExceeded) changes.rows.set(record, row)
      },
    }
  })
  return changes
}

/**
 * The same without the sightings that the archive holds already, so that importing a file again costs little. None
 * where the room did not suffice.
 */
async function withoutKnown(
  session: ImportSession,
  late: readonly LateRecord[],
  room: Room,
): Promise<LateRecord[]> {
  const before = await lookBack(session, late, room)
  if (room.isExceeded) return []
  const news: LateRecord[] = []
  await readInstants(session, late, 'last', (one) => {
    const { at } = one.sightings[0]!
    const readings = readingsBefore(one.timeline, at, before.get(one.record)!)
    const filter = new LateFilter(one.sightings, readings)
    return {
      see: (instant) => filter.see(instant),
      end() {
        const sightings = filter.end()
        if (sightings.length > 0) news.push({ ...one, sightings })
      },
    }
  })
  return news
}
