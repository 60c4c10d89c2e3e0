import { partsOf } from '@agora/shared/collections/parts'
import { Derivation } from '../observations/derivation.ts'
import type { Sighting } from '../observations/sighting.ts'
import { ms } from '../observations/sql-time.ts'
import { inOrder } from '../observations/timeline.ts'
import { type ArchivedRecord, dropLargeRow, rowOf } from './archived-record.ts'
import { ROOM } from './room.ts'
import type { ImportSession } from './session.ts'
import { findStored, Writes } from './store.ts'

/** Late sightings of a record, in order. */
interface Late {
  record: ArchivedRecord
  sightings: readonly Sighting[]
}

/** How many sightings are looked up at once, and of how many records the history is read at once. */
const SIGHTINGS = 8_192
const RECORDS = 1_000
/** Roughly how many bytes are written at once: their sources are in memory as well. */
const PORTION = ROOM / 4

/**
 * Inserts late sightings into the history of their records, whose periods are then derived again; those already stored
 * cost only a look-up. Returns the records whose rows must be written as a result.
 */
export async function insertLate(
  session: ImportSession,
  records: readonly ArchivedRecord[],
): Promise<ArchivedRecord[]> {
  const news = await withoutStored(session, records.map(takeLate))
  const changed: ArchivedRecord[] = []
  for (const part of partsOf(news, { count: RECORDS })) changed.push(...(await derive(session, part)))
  return changed
}

function takeLate(record: ArchivedRecord): Late {
  const sightings = inOrder(record.late ?? [])
  record.late = undefined
  return { record, sightings }
}

async function withoutStored(session: ImportSession, late: readonly Late[]): Promise<Late[]> {
  const all = late.flatMap(({ record, sightings }) => sightings.map((sighting) => ({ record, sighting })))
  const stored = new Set<Sighting | undefined>()
  for (const part of partsOf(all, { count: SIGHTINGS }))
    for (const place of await findStored(session, part)) stored.add(part[place]?.sighting)
  return late.flatMap(({ record, sightings }) => {
    const news = sightings.filter((sighting) => !stored.has(sighting))
    return news.length > 0 ? [{ record, sightings: news }] : []
  })
}

/** Record by record, each in order of time. A cursor does not see what is written while it is open. */
const HISTORIES = `
  DECLARE kept NO SCROLL CURSOR FOR
  SELECT place, ${ms('retrieved_at')}, fields, changes::text, seen
  FROM unnest($1::bigint[]) WITH ORDINALITY AS late (id, place), LATERAL (
    SELECT retrieved_at, fields, changes, seen FROM observation WHERE record_id = id ORDER BY retrieved_at
  ) AS kept`

type HistoryRow = [place: number, at: number, bits: number, changes: string | null, seen: number | null]

/** How many of its rows are read before checking what to write. */
const MIN_ROWS = 16
const MAX_ROWS = 256

/** Returns the records whose rows are not written yet. */
async function derive(session: ImportSession, late: readonly Late[]): Promise<ArchivedRecord[]> {
  const changed: ArchivedRecord[] = []
  let writes = new Writes()
  let current: { place: number; record: ArchivedRecord; derivation: Derivation } | undefined
  const end = () => {
    if (!current) return
    const { record, derivation } = current
    if (!record.isLarge && !record.isChanged) changed.push(record)
    record.row = rowOf(record, derivation.end())
    record.isChanged = true
    if (!record.isLarge) return
    writes.record(record)
    dropLargeRow(record)
  }
  const take = ([place, at, bits, changes, seen]: HistoryRow) => {
    if (current?.place !== place) {
      end()
      const one = late[place - 1]
      if (!one) throw new RangeError('a history of no record')
      const { record, sightings } = one
      const derivation = new Derivation(record.key.type, sightings, (instant) =>
        writes.merge(record.id, instant),
      )
      current = { place, record, derivation }
    }
    current.derivation.see({ at, bits, changes, seen })
  }
  await session.query(HISTORIES, [late.map(({ record }) => record.id)])
  const largest = Math.max(...late.map(({ record }) => record.row?.size ?? 0))
  for (let rows = MIN_ROWS; ; ) {
    let read = 0
    await session.eachRow<HistoryRow>({ text: `FETCH ${rows} FROM kept` }, (row) => {
      read++
      take(row)
    })
    if (read < rows) break
    if (writes.bytes > PORTION) {
      await writes.store(session)
      writes = new Writes()
    }
    // Each instant may have to repeat the values of all fields.
    const size = Math.max(largest, current?.derivation.size ?? 0, 1)
    rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(PORTION / size)))
  }
  end()
  await session.query('CLOSE kept')
  await writes.store(session)
  return changed
}
