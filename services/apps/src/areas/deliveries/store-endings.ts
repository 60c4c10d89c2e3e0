import { prepared, type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { Claim } from './store-due.ts'
import { lockLine } from './store-lines.ts'

/** What an attempt came to. */
export interface AttemptEnd {
  /** The status that the receiver answered; null if there was no answer. */
  status: number | null
  failure: string | null
}

/**
 * Ends a delivery, so that the next one of its subject is due; false if another attempt holds it. A receiver's acceptance counts
 * whichever attempt holds the lease by now.
 */
export async function endDelivery(
  tx: Transaction,
  { id, channelId, attempt }: Claim,
  status: 'Delivered' | 'Dead' | 'Cancelled',
  came: AttemptEnd,
): Promise<boolean> {
  await lockLine(tx, channelId)
  const end = sql`
    WITH ended AS (
      UPDATE delivery SET status = ${status}, settled_at = now(),
        last_failure = CASE ${status} WHEN 'Delivered' THEN NULL ELSE coalesce(${came.failure}, last_failure) END,
        last_status = CASE ${status} WHEN 'Cancelled' THEN last_status ELSE ${came.status}::int END,
        last_attempt_at = CASE ${status} WHEN 'Cancelled' THEN last_attempt_at ELSE now() END
      WHERE id = ${id}::uuid AND status = 'Pending' AND (attempts = ${attempt} OR ${status} = 'Delivered')
      RETURNING id, channel_id, subject
    ), woken AS (
      UPDATE delivery SET due_at = now()
      WHERE due_at IS NULL AND id = (
        SELECT next.id FROM ended JOIN delivery AS next USING (channel_id, subject)
        WHERE next.status = 'Pending' AND next.id <> ended.id ORDER BY next.sequence LIMIT 1
      )
    )
    SELECT id FROM ended`
  return tx.hasRows(prepared('delivery-end', end))
}

/** Schedules the next attempt in `seconds`; false if another attempt holds it. */
export function postponeDelivery(
  tx: Queries,
  claim: Claim,
  seconds: number,
  came: AttemptEnd,
): Promise<boolean> {
  const postponement = sql`
    UPDATE delivery SET due_at = now() + make_interval(secs => ${seconds}::float8), last_failure = ${came.failure},
      last_status = ${came.status}::int, last_attempt_at = now()
    WHERE id = ${claim.id}::uuid AND status = 'Pending' AND attempts = ${claim.attempt}`
  return tx.hasRows(prepared('delivery-postpone', postponement))
}
