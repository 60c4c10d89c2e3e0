import type pg from 'pg'
import { fingerprintOf } from '../observations/fingerprint.ts'
import type { Instant, Sighting } from '../observations/sighting.ts'
import { ms, time } from '../observations/sql-time.ts'
import { type ArchivedRecord, loadedRow } from './archived-record.ts'
import { CopyRows, type Statement } from './copy.ts'
import { ROOM } from './room.ts'
import { eachRow } from './rows.ts'
import type { ImportSession } from './session.ts'

/** Rows up to this length are always kept. */
const SMALL = 1_024

/**
 * Reads the stored state of these records, and gives ids to new ones. Returns how many characters of it are kept: of
 * records without room only the times are.
 */
export async function findRecords(
  finder: pg.ClientBase,
  records: readonly ArchivedRecord[],
): Promise<number> {
  if (records.length === 0) return 0
  let characters = 0
  const query = {
    name: 'find-records',
    text: `
      SELECT key.place, coalesce(record.id, nextval('record_id_seq')),
        ${ms('archived_at')}, ${ms('retrieved_at')}, latest::text
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS key (type, scope, subject, place)
      LEFT JOIN record USING (type, scope, subject)`,
    values: [
      records.map(({ key }) => key.type),
      records.map(({ key }) => key.scope),
      records.map(({ key }) => key.subject),
    ],
  }
  await eachRow<[number, number, number, number, string | null]>(
    finder,
    query,
    ([place, id, archivedAt, retrievedAt, latest]) => {
      const record = records[place - 1]!
      record.id = id
      if (latest === null) return
      record.isStored = true
      record.isLarge = latest.length > SMALL && characters + latest.length > ROOM
      record.row = {
        archivedAt,
        retrievedAt,
        latest: record.isLarge ? undefined : latest,
        size: latest.length,
      }
      if (!record.isLarge) characters += latest.length
    },
  )
  return characters
}

/** Reads the current rows of large records. */
export async function readLarge(session: ImportSession, records: readonly ArchivedRecord[]): Promise<void> {
  if (records.length === 0) return
  const query = {
    text: 'SELECT place, latest::text FROM unnest($1::bigint[]) WITH ORDINALITY AS large (id, place) JOIN record USING (id)',
    values: [records.map(({ id }) => id)],
  }
  await session.eachRow<[number, string]>(query, ([place, latest]) => {
    const row = records[place - 1]?.row
    if (row) row.latest = latest
  })
}

/** The indexes of those of these sightings that are stored unchanged. */
export async function findStored(
  session: ImportSession,
  sightings: readonly { record: ArchivedRecord; sighting: Sighting }[],
): Promise<number[]> {
  const query = {
    text: `
      SELECT place - 1
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS sighting (id, at, seen, place), LATERAL (
        SELECT FROM observation
        WHERE record_id = id AND retrieved_at = ${time('at')} AND observation.seen = sighting.seen
        -- Each by its key, however few rows the planner takes the table to have.
        OFFSET 0
      ) AS stored`,
    values: [
      sightings.map(({ record }) => record.id),
      sightings.map(({ sighting }) => sighting.at),
      sightings.map(({ sighting }) => fingerprintOf(sighting)),
    ],
  }
  const places: number[] = []
  await session.eachRow<[number]>(query, ([place]) => places.push(place))
  return places
}

/** Pending writes of some records, in the format that Postgres takes. */
export class Writes {
  readonly #created = new CopyRows()
  readonly #updated = new CopyRows()
  readonly #instants = new CopyRows()
  /** Instants that may already be stored with other content. */
  readonly #merged = new CopyRows()

  /** A changed record's row. */
  record(record: ArchivedRecord): void {
    const { id, key, isStored } = record
    const { archivedAt, retrievedAt, latest, name } = loadedRow(record)
    const rows = isStored ? this.#updated : this.#created
    rows.begin(isStored ? 5 : 8)
    rows.bigint(id)
    if (!isStored) {
      rows.text(key.type)
      rows.text(key.scope)
      rows.text(key.subject)
    }
    rows.time(archivedAt)
    rows.time(retrievedAt)
    rows.text(latest)
    rows.text(name)
    record.isStored = true
    record.isChanged = false
  }

  /** An instant that is not stored yet. */
  add(id: number, instant: Instant): void {
    addInstant(this.#instants, id, instant)
  }

  /** One that may be stored with other content. */
  merge(id: number, instant: Instant): void {
    addInstant(this.#merged, id, instant)
  }

  /** Their size so far. */
  get bytes(): number {
    return this.#updated.bytes + this.#merged.bytes
  }

  /** Executes them in the session's transaction, before any later request to it. */
  async store(session: ImportSession): Promise<void> {
    const statements = [
      ...into('changed_record', this.#updated, UPDATE_RECORDS, 'TRUNCATE changed_record'),
      ...into('record (id, type, scope, subject, archived_at, retrieved_at, latest, name)', this.#created),
      ...into('observation (record_id, retrieved_at, fields, changes, seen)', this.#instants),
      ...into('merged_instant', this.#merged, MERGE_INSTANTS, 'TRUNCATE merged_instant'),
    ]
    if (statements.length > 0) await session.runTogether(statements)
  }
}

const UPDATE_RECORDS = `
  UPDATE record SET archived_at = changed.archived_at, retrieved_at = changed.retrieved_at, latest = changed.latest,
    name = changed.name
  FROM changed_record AS changed WHERE record.id = changed.id`

const MERGE_INSTANTS = `
  INSERT INTO observation (record_id, retrieved_at, fields, changes, seen)
  SELECT record_id, retrieved_at, fields, changes, seen FROM merged_instant
  ON CONFLICT (record_id, retrieved_at)
  DO UPDATE SET fields = excluded.fields, changes = excluded.changes, seen = excluded.seen`

/**
 * `target` is a table with its columns, in the order of the rows' values; `next` are the statements that process them
 * there.
 */
const into = (target: string, rows: CopyRows, ...next: string[]): Statement[] =>
  rows.count > 0
    ? [{ text: `COPY ${target} FROM STDIN (FORMAT binary)`, rows }, ...next.map((text) => ({ text }))]
    : []

function addInstant(rows: CopyRows, id: number, { at, bits, changes, seen }: Instant): void {
  rows.begin(5)
  rows.bigint(id)
  rows.time(at)
  rows.integer(bits)
  rows.text(changes)
  rows.bigint(seen)
}
