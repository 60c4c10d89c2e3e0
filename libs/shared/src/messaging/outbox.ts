import type { EventDraft } from '../contracts/events/event.ts'
import { newId } from '../contracts/ids.ts'
import { type Queries, sql, type Transaction } from '../database/sql.ts'

/** A payload must fit NATS's 1 MiB message with room for the envelope; in bytes of JSON. */
export const MAX_EVENT_BYTES = 768 * 1024

const publishable = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/

/** Writes one event with the change it describes. See `appendEvents`. */
export function appendEvent(tx: Transaction, traceparent: string | null, event: EventDraft): Promise<void> {
  return appendEvents(tx, traceparent, [event])
}

/**
 * Writes events in the transaction of the change they announce; the relay publishes them after its commit, those of
 * one key in commit order. An operation appends its events last and in one call: the locks are then held briefly
 * and always taken in the same order, so that appends never deadlock.
 *
 * The model of a publishing service (its sequence keeps Postgres's default CACHE 1):
 *
 * ```prisma
 * /// Events written with the change they tell of, until the relay has published them.
 * model OutboxEvent {
 *   seq         BigInt   @id @default(autoincrement())
 *   id          String   @unique @db.Uuid
 *   subject     String
 *   type        String
 *   key         String
 *   data        Json
 *   traceparent String?
 *   createdAt   DateTime @default(now()) @map("created_at") @db.Timestamptz(3)
 *
 *   @@map("outbox_event")
 * }
 * ```
 *
 * @param traceparent the step that the change is, which their readers go on with; null where it is none.
 * @throws Error outside a transaction; nothing is written then.
 * @throws RangeError when a payload is larger than `MAX_EVENT_BYTES`.
 */
export async function appendEvents(
  tx: Transaction,
  traceparent: string | null,
  events: readonly EventDraft[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ subject, type, key, data }) => {
    if (!publishable.test(subject)) throw new Error(`event ${type} has the unusable subject ${subject}`)
    if (Buffer.byteLength(JSON.stringify(data)) > MAX_EVENT_BYTES)
      throw new RangeError(`event ${type} is too large`)
    return { id: newId(), subject, type, key, data, traceparent }
  })
  const transaction = await lockKeys(tx, events)
  // The xid proves that this statement runs in the transaction that took the locks; otherwise no row is written. The
  // notification wakes the relay at commit.
  const written = await tx.rowCount(sql`
    WITH written AS (
      INSERT INTO outbox_event (id, subject, type, key, data, traceparent, created_at)
      SELECT id, subject, type, key, data, traceparent, clock_timestamp()
      FROM ROWS FROM (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS (id uuid, subject text, type text, key text, data jsonb, traceparent text)
      ) WITH ORDINALITY AS event (id, subject, type, key, data, traceparent, position)
      WHERE pg_current_xact_id()::text = ${transaction}
      ORDER BY position
      RETURNING id
    )
    SELECT id, pg_notify('outbox_' || current_schema(), '')::text FROM written`)
  if (written !== rows.length) throw new Error('appendEvents must run inside a transaction')
}

/**
 * Locks the keys until the transaction ends, and returns its id. The locks precede the sequence numbers: of two
 * transactions that write events of one key, the second draws its numbers only after the first has committed. So
 * numbers within a key follow the commits, and the relay never meets a smaller one late.
 */
async function lockKeys(tx: Queries, events: readonly EventDraft[]): Promise<string> {
  const keys = JSON.stringify(events.map(({ key }) => key))
  const held = await tx.all<{ transaction: string }>(sql`
    SELECT pg_current_xact_id()::text AS transaction,
      pg_advisory_xact_lock(hashtext('outbox ' || current_schema()), lock)::text
    FROM (
      SELECT DISTINCT hashtext(key) AS lock FROM jsonb_array_elements_text(${keys}::jsonb) AS key ORDER BY lock
    ) AS keys`)
  return held[0]!.transaction
}
