import type pg from 'pg'
import type { Observation } from '../observations/reader.ts'
import type { RecordKey, RecordType } from '../observations/types.ts'
import type { ArchivedRecord } from './archived-record.ts'
import { findRecords } from './store.ts'

/** Observations, and at the same places their records. */
export interface Found {
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
  async of(observations: readonly Observation[]): Promise<Found> {
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
   * Call it once the first `written` records that were asked for are committed. Forgets those that nobody has asked for
   * since the last call that forgot any.
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
