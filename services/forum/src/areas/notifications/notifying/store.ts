import { partsOf } from '@agora/shared/collections/parts'
import { membersNotified } from '@agora/shared/contracts/events/forum'
import { type Queries, type Statement, sql, type Transaction } from '@agora/shared/database/sql'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { readersAmong } from '../../../streams/store.ts'
import { scheduleDigests } from '../../digests/store-due.ts'

/** The time of a notification, by the database's clock. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`

/** Members in one event, which keeps it far below the maximum message size. */
const MAX_AT_ONCE = 10_000

/** Waits until nobody else creates or changes notifications, so that their numbers follow the commits. */
export async function lockNotifications(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' notifications'), 0)::text`)
}

/** The number that was given last. */
export const readLastNumber = (db: Queries) =>
  db.scalar<number>({
    name: 'last-notification',
    text: `SELECT coalesce(pg_sequence_last_value('notification_seq_seq'), 0) AS last`,
  })

/** Notifies those whose ids the statement returns, in its only column, with what follows. */
export async function notify(tx: Transaction, statement: Statement): Promise<void> {
  await lockNotifications(tx)
  await followNotifying(tx, await tx.scalars<string>(statement))
}

/** What follows when this transaction notifies members: digests become due, open streams wake. */
export async function followNotifying(tx: Transaction, notified: readonly string[]): Promise<void> {
  if (notified.length === 0) return
  await scheduleDigests(tx, notified)
  const users = await readersAmong(tx, notified)
  const parts = [...partsOf(users, { count: MAX_AT_ONCE })]
  await appendEvents(
    tx,
    null,
    parts.map((part) => membersNotified.of({ users: part })),
  )
}

const READING = `hashtext(current_schema() || ' reading'), hashtext`

/**
 * Held by whoever marks a thread as read, until the transaction ends. It waits for a notifier that is about to commit,
 * so that the statements that follow see its notifications.
 */
export async function lockReading(tx: Transaction, threadId: string): Promise<void> {
  await tx.query({
    name: 'lock-reading',
    text: `SELECT pg_advisory_xact_lock_shared(${READING}($1::text))::text`,
    values: [threadId],
  })
}

/** Waits until nobody is marking one of these threads as read, and keeps others waiting. */
export async function lockReadings(tx: Transaction, threadIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-readings',
    text: `
      SELECT pg_advisory_xact_lock(${READING}(id))::text
      FROM (SELECT DISTINCT id FROM unnest($1::text[]) AS thread (id) ORDER BY id) AS thread`,
    values: [threadIds],
  })
}
