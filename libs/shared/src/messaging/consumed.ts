import { purgeRows } from '../database/purge.ts'
import { type Queries, sql, type Transaction } from '../database/sql.ts'
import { STREAM_AGE_DAYS } from './streams.ts'

/** Longer than any stream keeps an event, so that an event whose record is purged cannot come again. */
const CONSUMED_AGE_DAYS = STREAM_AGE_DAYS + 15

/**
 * Records that a consumer took an event, in the transaction of its effect. False when it was recorded before; while
 * another transaction is about to record it, this waits for that one's end.
 *
 * ```prisma
 * /// Events whose effect is done, one row per consumer.
 * model ConsumedEvent {
 *   consumer   String
 *   id         String   @db.Uuid
 *   consumedAt DateTime @default(now()) @map("consumed_at") @db.Timestamptz(3)
 *
 *   @@id([consumer, id])
 *   @@index([consumedAt])
 *   @@map("consumed_event")
 * }
 * ```
 */
export const recordConsumed = (tx: Transaction, consumer: string, id: string) =>
  tx.hasRows(sql`
    INSERT INTO consumed_event (consumer, id, consumed_at) VALUES (${consumer}, ${id}::uuid, now())
    ON CONFLICT DO NOTHING`)

/** Deletes the records of events that the streams no longer hold; returns how many. */
export const purgeConsumedEvents = (db: Queries): Promise<number> =>
  purgeRows(db, 'consumed_event', sql`consumed_at < now() - make_interval(days => ${CONSUMED_AGE_DAYS})`)
