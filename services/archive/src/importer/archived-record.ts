import type { Sighting, Timeline } from '../observations/sighting.ts'
import { decodeLatest, encodeLatest } from '../observations/stored-json.ts'
import { nameFieldOf, type RecordKey } from '../observations/types.ts'

/** A record's row without its key. */
export interface Row {
  archivedAt: number
  retrievedAt: number
  /** JSON: see stored-json.ts. A large record has it only while it is being processed. */
  latest: string | undefined
  /** Its length in characters. */
  size: number
  /** Its last name in the game; left out until the row is derived from a timeline, as every row is that is written. */
  name?: string | null
}

/** A record's current state, including what is not stored yet. */
export interface ArchivedRecord {
  key: RecordKey
  id: number
  /** Its row to be; undefined if nothing is known. */
  row: Row | undefined
  /** Whether the row exists, and whether it must be written. */
  isStored: boolean
  isChanged: boolean
  /** Whether there was no room for its row: it is then read when needed, and written at once. */
  isLarge: boolean
  /** Sightings older than one before them, for the end of the transaction. */
  late: Sighting[] | undefined
}

/** A record's row, stored or to be stored. */
export function loadedRow({ row }: ArchivedRecord): {
  archivedAt: number
  retrievedAt: number
  latest: string
  name: string | null
} {
  if (row?.latest === undefined) throw new Error('the row of a large record was not read')
  const { archivedAt, retrievedAt, latest, name = null } = row
  return { archivedAt, retrievedAt, latest, name }
}

/** What is known about a record; undefined if nothing. */
export function timelineOf(record: ArchivedRecord): Timeline | undefined {
  if (!record.row) return undefined
  const { archivedAt, retrievedAt, latest } = loadedRow(record)
  return { archivedAt, retrievedAt, latest: decodeLatest(latest) }
}

/** A timeline is kept as one text rather than many objects: most records are not met again in the same batch. */
export function rowOf({ key }: ArchivedRecord, { archivedAt, retrievedAt, latest }: Timeline): Row {
  const text = encodeLatest(latest)
  const named = latest.find(({ name }) => name === nameFieldOf[key.type])
  return {
    archivedAt,
    retrievedAt,
    latest: text,
    size: text.length,
    name: named ? JSON.parse(named.text) : null,
  }
}

/** Drops a large record's row once it is written, or was not needed. */
export function dropLargeRow({ row }: ArchivedRecord): void {
  if (row) row.latest = undefined
}
