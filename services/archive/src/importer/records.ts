import type pg from 'pg'
import type { Observation } from '../observations/reader.ts'
import type { Sighting, Timeline } from '../observations/timeline.ts'
import type { RecordKey } from '../observations/types.ts'
import { findRecords } from './store.ts'

/** A record as it is by now, with what is not in the store yet. */
export interface ArchivedRecord {
  key: RecordKey
  id: number
  /** Undefined where nothing is known of it. */
  timeline: Timeline | undefined
  /** Whether it has a row. */
  isStored: boolean
  /** Whether its row is not what the timeline is. */
  isChanged: boolean
  /** Sightings that are not later than all before, for the end of the transaction. */
  late: Sighting[]
}

/** Observations, and at the same places their records. */
export interface Sought {
  observations: readonly Observation[]
  records: readonly ArchivedRecord[]
  /** How many characters of stored records had to be read. */
  characters: number
}

/**
 * The records that were asked for lately. Nobody else writes any while an import is at work, so that one that is here
 * need not be read again.
 */
export class KnownRecords {
  readonly #client: pg.ClientBase
  /** By type, scope and subject. Those that are asked for move from the older ones to the recent ones. */
  #recent = new Map<string, ArchivedRecord>()
  #older = new Map<string, ArchivedRecord>()
  #asked = 0
  /** How many had been asked for when the older ones were recent for the last time. */
  #olderUntil = 0

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** The records of these observations. Those that are not here are asked for at once, and are whole when it answers. */
  async of(observations: readonly Observation[]): Promise<Sought> {
    const unknown: ArchivedRecord[] = []
    const records = observations.map(({ key }) => {
      const name = `${key.type} ${key.scope} ${key.subject}`
      const recent = this.#recent.get(name)
      if (recent) return recent
      let record = this.#older.get(name)
      if (!record) {
        record = { key, id: 0, timeline: undefined, isStored: false, isChanged: false, late: [] }
        unknown.push(record)
      }
      this.#recent.set(name, record)
      return record
    })
    this.#asked += observations.length
    const characters = unknown.length > 0 ? await findRecords(this.#client, unknown) : 0
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
    this.#recent = new Map()
  }
}
