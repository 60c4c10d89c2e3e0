import { setImmediate as turn } from 'node:timers/promises'
import { partsOf } from '@agora/shared/collections/parts'
import type pg from 'pg'
import type { Observation } from '../observations/reader.ts'
import type { Sighting } from '../observations/sighting.ts'
import { advance, inOrder } from '../observations/timeline.ts'
import { type ArchivedRecord, dropLargeRow, rowOf, timelineOf } from './archived-record.ts'
import { insertLate } from './late.ts'
import { type Found, KnownRecords } from './records.ts'
import { ROOM } from './room.ts'
import type { ImportSession } from './session.ts'
import { readLarge, Writes } from './store.ts'

/** How many records are written together: Postgres works on some while this process prepares the next. */
const RECORDS = 4_096

/** How many are processed between two looks at the connection, so that Postgres is not kept waiting. */
const STRETCH = 64

interface Seen {
  record: ArchivedRecord
  /** In order, and later than all before. */
  sightings: readonly Sighting[]
}

const byId = (a: ArchivedRecord, b: ArchivedRecord) => a.id - b.id

/**
 * Merges observations into the archive; it must be the only writer. Instants are sent as they are derived, records when
 * the transaction ends: those seen often are written once.
 */
export class ArchiveWriter {
  readonly #session: ImportSession
  readonly #known: KnownRecords
  #merged = 0
  #changed: ArchivedRecord[] = []
  #late: ArchivedRecord[] = []

  constructor(session: ImportSession, finder: pg.ClientBase) {
    this.#session = session
    this.#known = new KnownRecords(finder)
  }

  /** Looks up the records of observations, which must be merged in the order in which they were looked up. */
  find(observations: readonly Observation[]): Promise<Found> {
    return this.#known.of(observations)
  }

  /** Runs in a transaction; everything looked up before must have been merged. */
  async merge({ observations, records }: Found): Promise<void> {
    const writes = new Writes()
    const at = (place: number) => records[place]!
    // In the order of the index that they are written to.
    const places = records.map((_, place) => place).sort((a, b) => byId(at(a), at(b)))
    const large: Seen[] = []
    let count = 0
    for (let from = 0, to = 0; from < places.length; from = to) {
      const record = at(places[from]!)
      const seen: Sighting[] = []
      for (; to < places.length && at(places[to]!) === record; to++)
        seen.push(observations[places[to]!]!.sighting)
      const sightings = this.#setLateAside(record, inOrder(seen))
      if (++count % STRETCH === 0) await turn()
      if (sightings.length === 0) continue
      if (record.isLarge) {
        large.push({ record, sightings })
        continue
      }
      if (!record.isChanged) this.#changed.push(record)
      advanceRecord(record, sightings, writes)
    }
    this.#merged += observations.length
    this.#send(writes)
    const sizeOf = ({ record }: (typeof large)[number]) => record.row?.size ?? 0
    for (const part of partsOf(large, { count: RECORDS, size: ROOM, sizeOf })) await this.#mergeLarge(part)
  }

  /** Returns the sightings that are not late. */
  #setLateAside(record: ArchivedRecord, sightings: readonly Sighting[]): readonly Sighting[] {
    const { row } = record
    const isLate = ({ at }: Sighting) => row !== undefined && at <= row.retrievedAt
    let late = 0
    while (late < sightings.length && isLate(sightings[late]!)) late++
    if (late === 0) return sightings
    if (!record.late) this.#late.push(record)
    record.late = [...(record.late ?? []), ...sightings.slice(0, late)]
    return sightings.slice(late)
  }

  async #mergeLarge(seen: readonly Seen[]): Promise<void> {
    await readLarge(
      this.#session,
      seen.map(({ record }) => record),
    )
    const writes = new Writes()
    for (const { record, sightings } of seen) {
      advanceRecord(record, sightings, writes)
      writes.record(record)
      dropLargeRow(record)
    }
    await writes.store(this.#session)
  }

  #send(writes: Writes): void {
    // A failure is reported to the session's next caller.
    writes.store(this.#session).catch(() => undefined)
  }

  /**
   * Sends what is left before the transaction ends. Returns how many observations have been merged so far, for `forget`
   * after the commit.
   */
  async flush(): Promise<number> {
    for (const record of await insertLate(this.#session, this.#late)) this.#changed.push(record)
    this.#late = []
    const changed = this.#changed.sort(byId)
    this.#changed = []
    for (const part of partsOf(changed, { count: RECORDS })) {
      const writes = new Writes()
      for (const [index, record] of part.entries()) {
        writes.record(record)
        if (index % STRETCH === STRETCH - 1) await turn()
      }
      this.#send(writes)
    }
    return this.#merged
  }

  /** Drops records not used recently, once those of the first `stored` observations are committed. */
  forget(stored: number): void {
    this.#known.forgetOlder(stored)
  }
}

function advanceRecord(record: ArchivedRecord, sightings: readonly Sighting[], writes: Writes): void {
  const { timeline, instants } = advance(timelineOf(record), sightings)
  record.row = rowOf(record, timeline)
  record.isChanged = true
  for (const instant of instants) writes.add(record.id, instant)
}
