import type pg from 'pg'
import { ms, time } from '../observations/store.ts'
import type { Instant } from '../observations/timeline.ts'
import { CopyRows, type Statement } from './copy.ts'
import type { ArchivedRecord, Row } from './records.ts'
import type { ImportSession } from './session.ts'

/** Reads what is stored of these records, and gives ids to the others. Answers how many characters that was. */
export async function findRecords(
  finder: pg.ClientBase,
  records: readonly ArchivedRecord[],
): Promise<number> {
  const { rows } = await finder.query<[number, number, number, number, string | null]>({
    name: 'find-records',
    rowMode: 'array',
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
  })
  let characters = 0
  for (const [place, id, archivedAt, retrievedAt, latest] of rows) {
    const record = records[place - 1] as ArchivedRecord
    record.id = id
    if (latest === null) continue
    record.row = { archivedAt, retrievedAt, latest }
    record.isStored = true
    characters += latest.length
  }
  return characters
}

/** What is to become of some records, in the form that Postgres takes it. */
export class Writes {
  readonly #created = new CopyRows()
  readonly #updated = new CopyRows()
  readonly #instants = new CopyRows()
  /** Instants that may be stored already, otherwise. */
  readonly #merged: { id: number; instant: Instant }[] = []

  /** The row of a record that has changed. */
  record(record: ArchivedRecord): void {
    const { id, key, isStored } = record
    const { archivedAt, retrievedAt, latest } = record.row as Row
    const rows = isStored ? this.#updated : this.#created
    rows.begin(isStored ? 4 : 7)
    rows.bigint(id)
    if (!isStored) {
      rows.text(key.type)
      rows.text(key.scope)
      rows.text(key.subject)
    }
    rows.time(archivedAt)
    rows.time(retrievedAt)
    rows.text(latest)
    record.isStored = true
    record.isChanged = false
  }

  /** An instant that is not stored yet. */
  add(id: number, { at, bits, changes }: Instant): void {
    this.#instants.begin(4)
    this.#instants.bigint(id)
    this.#instants.time(at)
    this.#instants.integer(bits)
    this.#instants.text(changes)
  }

  merge(id: number, instant: Instant): void {
    this.#merged.push({ id, instant })
  }

  /** Carries them out, in the transaction that the session is in, before whatever it is told after this. */
  async store(session: ImportSession): Promise<void> {
    const merging = mergeInstants(session, this.#merged)
    const statements = [
      ...into('changed_record (id, archived_at, retrieved_at, latest)', this.#updated),
      ...(this.#updated.count > 0 ? [{ text: UPDATE_RECORDS }, { text: 'TRUNCATE changed_record' }] : []),
      ...into('record (id, type, scope, subject, archived_at, retrieved_at, latest)', this.#created),
      ...into('observation (record_id, retrieved_at, fields, changes)', this.#instants),
    ]
    const writing = statements.length > 0 ? session.runTogether(statements) : undefined
    await Promise.all([merging, writing])
  }
}

const UPDATE_RECORDS = `
  UPDATE record SET archived_at = changed.archived_at, retrieved_at = changed.retrieved_at, latest = changed.latest
  FROM changed_record AS changed WHERE record.id = changed.id`

/** `target` is a table with its columns, in the order of the rows' values. */
const into = (target: string, rows: CopyRows): Statement[] =>
  rows.count > 0 ? [{ text: `COPY ${target} FROM STDIN (FORMAT binary)`, rows }] : []

async function mergeInstants(
  session: ImportSession,
  merged: readonly { id: number; instant: Instant }[],
): Promise<void> {
  if (merged.length === 0) return
  await session.query(
    `INSERT INTO observation (record_id, retrieved_at, fields, changes)
     SELECT id, ${time('at')}, bits, changes
     FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::json[]) AS instant (id, at, bits, changes)
     ON CONFLICT (record_id, retrieved_at) DO UPDATE SET fields = excluded.fields, changes = excluded.changes`,
    [
      merged.map(({ id }) => id),
      merged.map(({ instant }) => instant.at),
      merged.map(({ instant }) => instant.bits),
      merged.map(({ instant }) => instant.changes),
    ],
  )
}
