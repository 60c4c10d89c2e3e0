import type pg from 'pg'
import type { Observation } from '../observations/reader.ts'
import { decodeLatest, encodeLatest } from '../observations/stored-json.ts'
import type { Sighting, Timeline } from '../observations/timeline.ts'
import type { RecordKey, RecordType } from '../observations/types.ts'
import { findRecords } from './store.ts'

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

/** What is known of a record; undefined for nothing. */
export const timelineOf = ({ row }: ArchivedRecord): Timeline | undefined =>
  row && {
    archivedAt: row.archivedAt,
    retrievedAt: row.retrievedAt,
    latest: decodeLatest(row.latest as string),
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

/** Observations, and at the same places their records. */
export interface Sought {
  observations: readonly Observation[]
  records: readonly ArchivedRecord[]
  /** How many characters are kept of the rows of those that were not met lately. */
  characters: number
}

/**
 * The records that were asked for lately. Nobody else writes any while an import is at work, so that one that is here
 * need not be read again.
 */
export class KnownRecords {
  readonly #finder: pg.ClientBase
  /** Those that are asked for move from the older ones to the recent ones. */
  #recent = new RecordsByKey()
  #older = new RecordsByKey()
  /** The last answer that the finder was asked for: it is asked one thing at a time. */
  #found: Promise<unknown> = Promise.resolve()
  #asked = 0
  /** How many had been asked for when the older ones were recent for the last time. */
  #olderUntil = 0

  /** A record is sought on a connection of its own, which need not wait until others are written. */
  constructor(finder: pg.ClientBase) {
    this.#finder = finder
  }

  /**
   * The records of these observations. Those that are not here are asked for at once; all are whole when this has
   * answered, and all that was asked before.
   */
  async of(observations: readonly Observation[]): Promise<Sought> {
    const unknown: ArchivedRecord[] = []
    let characters = 0
    const records = observations.map(({ key }) => {
      const recent = this.#recent.get(key)
      if (recent) return recent
      let record = this.#older.get(key)
      if (record) {
        characters += record.row?.latest?.length ?? 0
      } else {
        record = {
          key,
          id: 0,
          row: undefined,
          isStored: false,
          isChanged: false,
          isLarge: false,
          late: undefined,
        }
        unknown.push(record)
      }
      this.#recent.set(record)
      return record
    })
    this.#asked += observations.length
    const found = this.#found.then(() => findRecords(this.#finder, unknown))
    this.#found = found
    characters += await found
    return { observations, records, characters }
  }

  /**
   * To be called when the first so many that were asked for are written, for others to see: forgets those that were
   * not asked for since it last did.
   */
  forgetOlder(written: number): void {
    // One that is still to be written must be the only one of its name.
    if (written < this.#olderUntil) return
    this.#older = this.#recent
    this.#olderUntil = this.#asked
    this.#recent = new RecordsByKey()
  }
}

/** Types and scopes are few: a record is found by its subject alone, without a name being made of all three. */
class RecordsByKey {
  readonly #scopes = new Map<RecordType, Map<string, Map<string, ArchivedRecord>>>()

  get({ type, scope, subject }: RecordKey): ArchivedRecord | undefined {
    return this.#scopes.get(type)?.get(scope)?.get(subject)
  }

  set(record: ArchivedRecord): void {
    const { type, scope, subject } = record.key
    const scopes = this.#scopes.get(type) ?? new Map<string, Map<string, ArchivedRecord>>()
    const subjects = scopes.get(scope) ?? new Map<string, ArchivedRecord>()
    this.#scopes.set(type, scopes.set(scope, subjects.set(subject, record)))
  }
}
