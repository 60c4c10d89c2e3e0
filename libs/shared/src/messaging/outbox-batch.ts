import type { JetStreamClient } from 'nats'
import { headers } from 'nats'
import type pg from 'pg'
import type { Envelope } from '../contracts/events/event.ts'
import { startHandover } from '../observability/spans.ts'

interface OutboxRow {
  seq: string | number
  id: string
  subject: string
  type: string
  key: string
  data: unknown
  traceparent: string | null
  created_at: Date
}

const BATCH = 200
const PUBLISH_TIMEOUT_MS = 5_000

/** The oldest unpublished events. */
export async function readBatch(client: pg.ClientBase): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>({
    name: 'outbox-read',
    text: `SELECT seq, id, subject, type, key, data, traceparent, created_at
      FROM outbox_event ORDER BY seq LIMIT ${BATCH}`,
  })
  return rows
}

/** Only acknowledged events are deleted. */
export async function deletePublished(client: pg.ClientBase, rows: readonly OutboxRow[]): Promise<void> {
  await client.query({
    name: 'outbox-delete',
    text: 'DELETE FROM outbox_event WHERE seq = ANY($1::bigint[])',
    values: [rows.map(({ seq }) => seq)],
  })
}

export interface PublishResult {
  acknowledged: OutboxRow[]
  /** The first failure of each failed key. */
  failures: unknown[]
}

/**
 * Publishes a batch and waits for the stream's acknowledgements. Keys are published in parallel; within a key each
 * event waits for the one before it, and after a failure the rest of the key waits for the next attempt. What follows an
 * event of a type in `barriers` waits until all before it, and it, are acknowledged.
 */
export async function publishBatch(
  js: JetStreamClient,
  source: string,
  rows: readonly OutboxRow[],
  barriers: ReadonlySet<string> = new Set(),
): Promise<PublishResult> {
  const result: PublishResult = { acknowledged: [], failures: [] }
  const publishInOrder = async (sameKey: OutboxRow[]) => {
    try {
      for (const row of sameKey) {
        await publish(js, source, row)
        result.acknowledged.push(row)
      }
    } catch (error) {
      result.failures.push(error)
    }
  }
  for (const part of partsOf(rows, barriers)) {
    await Promise.all(linesOf(part).map(publishInOrder))
    if (result.failures.length > 0) break
  }
  return result
}

/** The events of each key. */
function linesOf(rows: readonly OutboxRow[]): OutboxRow[][] {
  const byKey = new Map<string, OutboxRow[]>()
  for (const row of rows) {
    const sameKey = byKey.get(row.key)
    if (sameKey) sameKey.push(row)
    else byKey.set(row.key, [row])
  }
  return [...byKey.values()]
}

/** Splits a batch behind each barrier. */
function partsOf(rows: readonly OutboxRow[], barriers: ReadonlySet<string>): OutboxRow[][] {
  const parts: OutboxRow[][] = [[]]
  for (const row of rows) {
    parts.at(-1)!.push(row)
    if (barriers.has(row.type)) parts.push([])
  }
  return parts
}

async function publish(js: JetStreamClient, source: string, row: OutboxRow): Promise<void> {
  const handover = startHandover('producer', `publish ${row.type}`, row.traceparent, {
    'messaging.destination.name': row.subject,
    'messaging.message.id': row.id,
  })
  const envelope: Envelope = {
    specversion: '1.0',
    id: row.id,
    source,
    type: row.type,
    subject: row.key,
    time: row.created_at.toISOString(),
    datacontenttype: 'application/json',
    sequence: String(row.seq).padStart(16, '0'),
    ...(handover.traceparent === null ? {} : { traceparent: handover.traceparent }),
    data: row.data,
  }
  const head = headers()
  head.set('content-type', 'application/cloudevents+json')
  try {
    await js.publish(row.subject, JSON.stringify(envelope), {
      msgID: row.id,
      headers: head,
      timeout: PUBLISH_TIMEOUT_MS,
    })
    handover.end(false)
  } catch (error) {
    handover.end(true)
    throw error
  }
}
