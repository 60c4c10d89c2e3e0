import { newId } from '@agora/shared/contracts/ids'
import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { periodEndSql } from './sql.ts'

/** Members whose digests one transaction requests. */
export const CLAIM_BATCH = 100
/** How long the unsubscribe link of a digest works, in days. */
const LINK_DAYS = 180

/**
 * After members are notified: schedules a digest at the end of the period for those who want one. One that is already
 * due may be claimed right now by somebody who does not see this notification yet, so its row is waited for.
 */
export async function scheduleDigests(tx: Transaction, users: readonly string[]): Promise<void> {
  await tx.query({
    name: 'schedule-digests',
    text: `
      UPDATE notification_setting AS s SET digest_from = coalesce(s.digest_from, now()),
        digest_due_at = coalesce(s.digest_due_at, ${periodEndSql('coalesce(s.digest_from, now())')})
      WHERE s.user_id = ANY($1::uuid[]) AND s.email <> 'Never'
        AND (s.digest_due_at IS NULL OR s.digest_due_at <= clock_timestamp() + interval '1 minute')`,
    values: [users],
  })
}

/** A digest to request, by its mail's id. */
export interface ClaimedDigest {
  id: string
  userId: string
}

/**
 * Ends the periods of the members whose digests are due, oldest first; returns how many, and the digests of those with
 * something unread that is newer than their last one. Replicas take different members. After an outage the next period
 * starts now, so that nobody gets two digests in quick succession.
 */
export async function claimDigests(tx: Transaction): Promise<{ seen: number; digests: ClaimedDigest[] }> {
  const seen = await tx.all<{ userId: string; isNews: boolean; since: Date }>({
    name: 'claim-digests',
    text: `
      WITH due AS MATERIALIZED (
        SELECT user_id, digest_from AS since, (
          SELECT n.time FROM notification AS n WHERE n.user_id = d.user_id AND n.read_at IS NULL
          ORDER BY n.seq DESC LIMIT 1
        ) > digest_from AS is_news
        FROM notification_setting AS d WHERE digest_due_at <= now()
        ORDER BY digest_due_at LIMIT $1::int FOR UPDATE SKIP LOCKED
      )
      UPDATE notification_setting AS s SET digest_due_at = NULL,
        digest_from = CASE
          WHEN due.is_news IS NOT TRUE THEN s.digest_from
          WHEN clock_timestamp() < s.digest_due_at + interval '1 hour' THEN s.digest_due_at
          ELSE clock_timestamp()
        END
      -- The array makes the planner look the rows up, however many it expects.
      FROM due WHERE s.user_id = due.user_id AND s.user_id = ANY(ARRAY(SELECT user_id FROM due))
      RETURNING s.user_id AS "userId", coalesce(due.is_news, false) AS "isNews", due.since`,
    values: [CLAIM_BATCH],
  })
  const digests = seen.filter(({ isNews }) => isNews).map((row) => ({ id: newId(), ...row }))
  if (digests.length > 0)
    await tx.query(sql`
      INSERT INTO digest (id, user_id, since)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(digests)}::jsonb) AS d (id uuid, "userId" uuid, since timestamptz)`)
  return { seen: seen.length, digests }
}

/** How long the most overdue digest has waited, in seconds. */
export const readDigestDelay = (db: Queries) =>
  db.scalar<number>({
    name: 'digest-delay',
    text: `
      SELECT coalesce(extract(epoch FROM clock_timestamp() - min(digest_due_at)), 0)::float8 AS seconds
      FROM notification_setting WHERE digest_due_at IS NOT NULL`,
  })

/** Deletes digests whose links have expired. */
export const purgeDigests = (db: Queries): Promise<number> =>
  purgeRows(db, 'digest', sql`created_at < now() - make_interval(days => ${raw(String(LINK_DAYS))})`)
