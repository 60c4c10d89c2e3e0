import type { Sighting, Timeline } from '../observations/sighting.ts'
import { decodeLatest, encodeLatest } from '../observations/stored-json.ts'
import type { RecordKey } from '../observations/types.ts'

/** What a record's row holds, but for its key. */
export interface Row {
  archivedAt: number
  retrievedAt: number
  /** JSON: see stored-json.ts. Of a large record it is there only while that is worked on. */
  latest: string | undefined
  /** How many characters that has. */
  size: number
}

/** A record as it is by now, with what is not in the store yet. */
export interface ArchivedRecord {
  key: RecordKey
  id: number
  /** What its row is to hold; undefined where nothing is known of it. */
  row: Row | undefined
  /** Whether there is a row of it, and whether that is to be written. */
  isStored: boolean
  isChanged: boolean
  /** Whether there was no room for its row: it is read when it is needed, and written at once. */
  isLarge: boolean
  /** Sightings that are not later than all before, for the end of the transaction. */
  late: Sighting[] | undefined
}

/** What a record's row holds, or is to hold. */
export function rowAtHand({ row }: ArchivedRecord): {
  archivedAt: number
  retrievedAt: number
  latest: string
} {
  if (row?.latest === undefined) throw new Error('the row of a large record was not read')
  return { archivedAt: row.archivedAt, retrievedAt: row.retrievedAt, latest: row.latest }
}

/** What is known of a record; undefined for nothing. */
export function timelineOf(record: ArchivedRecord): Timeline | undefined {
  if (!record.row) return undefined
  const { archivedAt, retrievedAt, latest } = rowAtHand(record)
  return { archivedAt, retrievedAt, latest: decodeLatest(latest) }
}

/** One text is kept of a timeline, and not its many objects: most records are not met again in the same batch. */
export function rowOf({ archivedAt, retrievedAt, latest }: Timeline): Row {
  const text = encodeLatest(latest)
  return { archivedAt, retrievedAt, latest: text, size: text.length }
}

/** When the row of a large record is written, or was not needed after all. */
export function putAway({ row }: ArchivedRecord): void {
  if (row) row.latest = undefined
}
