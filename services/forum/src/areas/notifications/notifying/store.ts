import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** Waits until nobody else creates or changes notifications, so that their numbers follow the commits. */
export async function lockNotifications(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' notifications'), 0)::text`)
}

/** The number that was given last. */
export async function readLastNumber(db: Queries): Promise<number> {
  const { rows } = await db.query<{ last: number }>({
    name: 'last-notification',
    text: `SELECT coalesce(pg_sequence_last_value('notification_seq_seq'), 0) AS last`,
  })
  return rows[0]!.last
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
