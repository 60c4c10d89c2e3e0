import type pg from 'pg'
import { decodeLatest, encodeLatest, type LatestJson } from '../observations/latest-json.ts'
import { type Instant, ms } from '../observations/store.ts'
import type { Change, Timeline } from '../observations/timeline.ts'
import type { RecordKey } from '../observations/types.ts'
import { copyInto, copyJson, copyTime } from './copy.ts'

export interface StoredRecord {
  id: number
  timeline: Timeline
}

/** What is to become of the records of a batch. */
export interface Writes {
  created: { key: RecordKey; timeline: Timeline; instants: Instant[]; changes: Change[] }[]
  updated: { id: number; timeline: Timeline }[]
  /** Instants of known records that are not stored yet. */
  instants: { id: number; instant: Instant }[]
  /** Instants that may be stored already, with fewer fields. */
  mergedInstants: { id: number; instant: Instant }[]
  changes: { id: number; change: Change }[]
  removedChanges: { id: number; change: Change }[]
}

/**
 * Settings of the importing session. Each of its joins looks up a small batch by primary key, whatever the planner
 * knows of the tables. Commits need not wait for the disk: the place in the file is committed along with the rows.
 */
const SESSION = `
  SET enable_hashjoin = off;
  SET enable_mergejoin = off;
  SET enable_seqscan = off;
  SET synchronous_commit = off;
  CREATE TEMP TABLE IF NOT EXISTS changed_record (
    id bigint, archived_at timestamptz, retrieved_at timestamptz, latest json
  ) ON COMMIT DELETE ROWS`

export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(SESSION)
}

/** The records of these keys, each at the place of its key; undefined where there is none. */
export async function findRecords(
  client: pg.ClientBase,
  keys: readonly RecordKey[],
): Promise<(StoredRecord | undefined)[]> {
  const { rows } = await client.query<[number, number, number, number, LatestJson]>({
    name: 'find-records',
    rowMode: 'array',
    text: `
      SELECT key.place, record.id, ${ms('archived_at')}, ${ms('retrieved_at')}, latest
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS key (type, scope, subject, place)
      JOIN record USING (type, scope, subject)`,
    values: [
      keys.map(({ type }) => type),
      keys.map(({ scope }) => scope),
      keys.map(({ subject }) => subject),
    ],
  })
  const found: (StoredRecord | undefined)[] = new Array(keys.length)
  for (const [place, id, archivedAt, retrievedAt, latest] of rows) {
    found[place - 1] = { id, timeline: { archivedAt, retrievedAt, latest: decodeLatest(latest) } }
  }
  return found
}

async function drawIds(client: pg.ClientBase, count: number): Promise<number[]> {
  const { rows } = await client.query<[number]>({
    rowMode: 'array',
    text: `SELECT nextval(pg_get_serial_sequence('record', 'id')) FROM generate_series(1, $1::int)`,
    values: [count],
  })
  return rows.map(([id]) => id)
}

const instantRow = (id: number, { at, bits }: Instant) => `${id}\t${copyTime(at)}\t${bits}\n`
const changeRow = (id: number, { field, start, text }: Change) =>
  `${id}\t${field}\t${copyTime(start)}\t${copyJson(text)}\n`
const timelineValues = ({ archivedAt, retrievedAt, latest }: Timeline) =>
  `${copyTime(archivedAt)}\t${copyTime(retrievedAt)}\t${copyJson(encodeLatest(latest))}`

/** Carries the writes out, in the transaction that the client is in. */
export async function write(client: pg.ClientBase, writes: Writes): Promise<void> {
  await removeChanges(client, writes.removedChanges)
  await updateRecords(client, writes.updated)
  await mergeInstants(client, writes.mergedInstants)

  const ids = writes.created.length > 0 ? await drawIds(client, writes.created.length) : []
  const records: string[] = []
  const instants = writes.instants.map(({ id, instant }) => instantRow(id, instant))
  const changes = writes.changes.map(({ id, change }) => changeRow(id, change))
  writes.created.forEach(({ key: { type, scope, subject }, timeline, ...history }, place) => {
    const id = ids[place] as number
    records.push(`${id}\t${type}\t${scope}\t${subject}\t${timelineValues(timeline)}\n`)
    for (const instant of history.instants) instants.push(instantRow(id, instant))
    for (const change of history.changes) changes.push(changeRow(id, change))
  })
  await copyInto(client, 'record (id, type, scope, subject, archived_at, retrieved_at, latest)', records)
  await copyInto(client, 'observation (record_id, retrieved_at, fields)', instants)
  await copyInto(client, 'change (record_id, field, start, value)', changes)
}

async function updateRecords(client: pg.ClientBase, updated: Writes['updated']): Promise<void> {
  if (updated.length === 0) return
  const rows = updated.map(({ id, timeline }) => `${id}\t${timelineValues(timeline)}\n`)
  await copyInto(client, 'changed_record (id, archived_at, retrieved_at, latest)', rows)
  await client.query(`
    UPDATE record SET archived_at = changed.archived_at, retrieved_at = changed.retrieved_at, latest = changed.latest
    FROM changed_record AS changed WHERE record.id = changed.id`)
}

async function mergeInstants(client: pg.ClientBase, merged: Writes['mergedInstants']): Promise<void> {
  if (merged.length === 0) return
  await client.query(
    `INSERT INTO observation (record_id, retrieved_at, fields)
     SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::int[])
     ON CONFLICT (record_id, retrieved_at) DO UPDATE SET fields = excluded.fields`,
    [
      merged.map(({ id }) => id),
      merged.map(({ instant }) => copyTime(instant.at)),
      merged.map(({ instant }) => instant.bits),
    ],
  )
}

async function removeChanges(client: pg.ClientBase, removed: Writes['removedChanges']): Promise<void> {
  if (removed.length === 0) return
  await client.query(
    `DELETE FROM change USING unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS gone (record_id, field, start)
     WHERE change.record_id = gone.record_id AND change.field = gone.field AND change.start = gone.start`,
    [
      removed.map(({ id }) => id),
      removed.map(({ change }) => change.field),
      removed.map(({ change }) => copyTime(change.start)),
    ],
  )
}
