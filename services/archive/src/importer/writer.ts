import { setImmediate as turn } from 'node:timers/promises'
import type { Observation } from '../observations/reader.ts'
import { advance, inOrder, type Sighting } from '../observations/timeline.ts'
import { insertLate } from './late.ts'
import { type ArchivedRecord, KnownRecords, type Sought, timelineOf } from './records.ts'
import type { ImportSession } from './session.ts'
import { Writes } from './store.ts'

/** How many records are written together: while Postgres does its share of some, others get ours. */
const PART = 4_096

/** How many of them are worked out between two looks at the connection, whose other end is not to wait for more. */
const STRETCH = 64

const byId = (a: ArchivedRecord, b: ArchivedRecord) => a.id - b.id

/**
 * Merges observations into the archive, where it must be the only one that does. Instants are sent as they are worked
 * out, records when the transaction is to end: those that were seen often are written once.
 */
export class ArchiveWriter {
  readonly #session: ImportSession
  readonly #known: KnownRecords
  #merged = 0
  #changed: ArchivedRecord[] = []
  #late: ArchivedRecord[] = []
  #sending: Promise<void>[] = []

  constructor(session: ImportSession) {
    this.#session = session
    this.#known = new KnownRecords(session)
  }

  /** Looks for the records of observations that are to be merged after those that were sought before. */
  seek(observations: readonly Observation[]): Promise<Sought> {
    return this.#known.of(observations)
  }

  /** In a transaction; what was sought before must have been merged. */
  async merge({ observations, records }: Sought): Promise<void> {
    const writes = new Writes()
    const at = (place: number) => records[place] as ArchivedRecord
    // In the order of the index that they are written to.
    const places = records.map((_, place) => place).sort((a, b) => byId(at(a), at(b)))
    let count = 0
    for (let from = 0, to = 0; from < places.length; from = to) {
      const record = at(places[from] as number)
      const sightings: Sighting[] = []
      for (; to < places.length && at(places[to] as number) === record; to++)
        sightings.push((observations[places[to] as number] as Observation).sighting)
      this.#see(record, inOrder(sightings), writes)
      if (++count % STRETCH === 0) await turn()
    }
    this.#merged += observations.length
    this.#send(writes)
  }

  #see(record: ArchivedRecord, sightings: readonly Sighting[], writes: Writes): void {
    const known = record.timeline ?? record.row
    const isLate = ({ at }: Sighting) => known !== undefined && at <= known.retrievedAt
    let late = 0
    while (late < sightings.length && isLate(sightings[late] as Sighting)) late++
    if (late > 0) {
      if (!record.late) this.#late.push(record)
      record.late = [...(record.late ?? []), ...sightings.slice(0, late)]
      if (late === sightings.length) return
    }
    const { timeline, instants } = advance(timelineOf(record), late > 0 ? sightings.slice(late) : sightings)
    if (!record.timeline) this.#changed.push(record)
    record.timeline = timeline
    for (const instant of instants) writes.add(record.id, instant)
  }

  #send(writes: Writes): void {
    const sending = writes.store(this.#session)
    // It fails when it is waited for.
    sending.catch(() => undefined)
    this.#sending.push(sending)
  }

  /** Writes what is left, before the transaction ends; after it `forget` is to be called. */
  async flush(): Promise<void> {
    for (const record of await insertLate(this.#session, this.#late)) this.#changed.push(record)
    this.#late = []
    const changed = this.#changed.sort(byId)
    for (let from = 0; from < changed.length; from += PART) {
      const writes = new Writes()
      for (const [index, record] of changed.slice(from, from + PART).entries()) {
        writes.record(record)
        if (index % STRETCH === STRETCH - 1) await turn()
      }
      this.#send(writes)
    }
    this.#changed = []
    await Promise.all(this.#sending)
    this.#sending = []
  }

  /** Forgets the records that were not met lately. */
  forget(): void {
    this.#known.forgetOlder(this.#merged)
  }
}
