import type pg from 'pg'
import type { Observation } from '../observations/reader.ts'
import type { RecordKey, RecordType } from '../observations/types.ts'
import type { ArchivedRecord } from './archived-record.ts'
import { findRecords } from './store.ts'

/** Observations, and their records at the same indexes. */
export interface Found {
  observations: readonly Observation[]
  records: readonly ArchivedRecord[]
  /** How many characters the rows of those not met recently take. */
  characters: number
}

/**
 * A cache of recently used records. Only the importer writes any while it runs, so a cached one need not be read again.
 */
export class KnownRecords {
  readonly #finder: pg.ClientBase
  /** Used ones move from the older to the recent ones. */
  #recent = new RecordsByKey()
  #older = new RecordsByKey()
  /** The finder's last answer: it handles one request at a time. */
  #found: Promise<unknown> = Promise.resolve()
  #asked = 0
  /** How many had been requested when the older ones were last the recent ones. */
  #olderUntil = 0

  /** Records are looked up on a connection of their own, without waiting for writes. */
  constructor(finder: pg.ClientBase) {
    this.#finder = finder
  }

  /**
   * The records of these observations. Missing ones are requested at once; when this resolves, they and all earlier
   * requests are complete.
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
   * Called once the first `written` requested records are committed. Drops those that were not used since the last call
   * that dropped any.
   */
  forgetOlder(written: number): void {
    // A record that is still to be written must have only one object.
    if (written < this.#olderUntil) return
    this.#older = this.#recent
    this.#olderUntil = this.#asked
    this.#recent = new RecordsByKey()
  }
}

/** Types and scopes are few, so a record is found by its subject alone, without a combined key. */
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
