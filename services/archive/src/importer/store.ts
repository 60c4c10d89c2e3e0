import type pg from 'pg'
import { ms, time } from '../observations/store.ts'
import { decodeLatest, encodeLatest } from '../observations/stored-json.ts'
import type { Instant, Timeline } from '../observations/timeline.ts'
import type { RecordKey } from '../observations/types.ts'
import { CopyRows, copyInto } from './copy.ts'

export interface StoredRecord {
  id: number
  timeline: Timeline
}

/** What is to become of the records of a batch. */
export interface Writes {
  created: { id: number; key: RecordKey; timeline: Timeline }[]
  updated: { id: number; timeline: Timeline }[]
  /** Instants that are not stored yet. */
  instants: { id: number; instant: Instant }[]
  /** Instants that may be stored already, otherwise. */
  mergedInstants: { id: number; instant: Instant }[]
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
  SET temp_buffers = '32MB';
  CREATE TEMP TABLE IF NOT EXISTS changed_record (
    id bigint, archived_at timestamptz, retrieved_at timestamptz, latest json
  ) ON COMMIT DELETE ROWS`

export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(SESSION)
}

/** A record as it is stored; of one that is not, the id that it is to have. */
export interface FoundRecord {
  id: number
  timeline: Timeline | undefined
}

/** The records of these keys, in their order. */
export async function findRecords(client: pg.ClientBase, keys: readonly RecordKey[]): Promise<FoundRecord[]> {
  const { rows } = await client.query<[number, number, number, number, string | null]>({
    name: 'find-records',
    rowMode: 'array',
    text: `
      SELECT key.place, coalesce(record.id, nextval('record_id_seq')),
        ${ms('archived_at')}, ${ms('retrieved_at')}, latest::text
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS key (type, scope, subject, place)
      LEFT JOIN record USING (type, scope, subject)`,
    values: [
      keys.map(({ type }) => type),
      keys.map(({ scope }) => scope),
      keys.map(({ subject }) => subject),
    ],
  })
  const found: FoundRecord[] = new Array(keys.length)
  for (const [place, id, archivedAt, retrievedAt, latest] of rows) {
    const timeline = latest === null ? undefined : { archivedAt, retrievedAt, latest: decodeLatest(latest) }
    found[place - 1] = { id, timeline }
  }
  return found
}

/** The same as Postgres takes it. */
export interface EncodedWrites {
  created: CopyRows
  updated: CopyRows
  instants: CopyRows
  mergedInstants: Writes['mergedInstants']
}

export function encodeWrites(writes: Writes): EncodedWrites {
  const created = new CopyRows()
  for (const { id, key, timeline } of writes.created) {
    created.begin(7)
    created.bigint(id)
    created.text(key.type)
    created.text(key.scope)
    created.text(key.subject)
    encodeTimeline(created, timeline)
  }
  const updated = new CopyRows()
  for (const { id, timeline } of writes.updated) {
    updated.begin(4)
    updated.bigint(id)
    encodeTimeline(updated, timeline)
  }
  const instants = new CopyRows()
  for (const { id, instant } of writes.instants) {
    instants.begin(4)
    instants.bigint(id)
    instants.time(instant.at)
    instants.integer(instant.bits)
    instants.text(instant.changes)
  }
  return { created, updated, instants, mergedInstants: writes.mergedInstants }
}

function encodeTimeline(rows: CopyRows, { archivedAt, retrievedAt, latest }: Timeline): void {
  rows.time(archivedAt)
  rows.time(retrievedAt)
  rows.text(encodeLatest(latest))
}

/** Carries writes out, in the transaction that the client is in; records are updated once `updateRecords` is called. */
export async function write(client: pg.ClientBase, writes: EncodedWrites): Promise<void> {
  await mergeInstants(client, writes.mergedInstants)
  await copyInto(client, 'changed_record (id, archived_at, retrieved_at, latest)', writes.updated)
  await copyInto(
    client,
    'record (id, type, scope, subject, archived_at, retrieved_at, latest)',
    writes.created,
  )
  await copyInto(client, 'observation (record_id, retrieved_at, fields, changes)', writes.instants)
}

/** Updates the records that were written since the transaction began. */
export async function updateRecords(client: pg.ClientBase): Promise<void> {
  await client.query({
    name: 'update-records',
    text: `
      UPDATE record SET archived_at = changed.archived_at, retrieved_at = changed.retrieved_at, latest = changed.latest
      FROM changed_record AS changed WHERE record.id = changed.id`,
  })
}

async function mergeInstants(client: pg.ClientBase, merged: Writes['mergedInstants']): Promise<void> {
  if (merged.length === 0) return
  await client.query(
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
