import type { Observation } from '../observations/reader.ts'
import { decodeLatest } from '../observations/stored-json.ts'
import type { Sighting, Timeline } from '../observations/timeline.ts'
import type { RecordKey, RecordType } from '../observations/types.ts'
import type { ImportSession } from './session.ts'
import { findRecords } from './store.ts'

/** What a record's row holds, but for its key. */
export interface Row {
  archivedAt: number
  retrievedAt: number
  /** JSON: see stored-json.ts. */
  latest: string
}

/** A record as it is by now, with what is not in the store yet. */
export interface ArchivedRecord {
  key: RecordKey
  id: number
  /** Undefined where there is none. */
  row: Row | undefined
  /** What is to become of the row; undefined where that is as it is to be. */
  timeline: Timeline | undefined
  /** Sightings that are not later than all before, for the end of the transaction. */
  late: Sighting[] | undefined
}

/** What is known of a record; undefined for nothing. */
export function timelineOf({ row, timeline }: ArchivedRecord): Timeline | undefined {
  return timeline ?? (row && { ...row, latest: decodeLatest(row.latest) })
}

/** Observations, and at the same places their records. */
export interface Sought {
  observations: readonly Observation[]
  records: readonly ArchivedRecord[]
  /** How many characters the rows have of those that were not met lately. */
  characters: number
}

/**
 * The records that were asked for lately. Nobody else writes any while an import is at work, so that one that is here
 * need not be read again.
 */
export class KnownRecords {
  readonly #session: ImportSession
  /** Those that are asked for move from the older ones to the recent ones. */
  #recent = new RecordsByKey()
  #older = new RecordsByKey()
  #asked = 0
  /** How many had been asked for when the older ones were recent for the last time. */
  #olderUntil = 0

  constructor(session: ImportSession) {
    this.#session = session
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
        characters += record.row?.latest.length ?? 0
      } else {
        record = { key, id: 0, row: undefined, timeline: undefined, late: undefined }
        unknown.push(record)
      }
      this.#recent.set(record)
      return record
    })
    this.#asked += observations.length
    if (unknown.length > 0) characters += await findRecords(this.#session, unknown)
    return { observations, records, characters }
  }

  /**
   * To be called when nothing is left to be written of the first so many that were asked for: forgets those that were
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
