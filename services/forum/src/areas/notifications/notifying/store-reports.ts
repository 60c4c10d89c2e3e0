import { raw, sql, type Transaction } from '@agora/shared/database/sql'
import { followNotifying } from './following.ts'
import { NOW } from './sql.ts'
import { lockNotifications } from './store.ts'

export interface WaitingReport {
  report: string
  section: string
}

/**
 * Who asked to be notified of reports, but not the reporter, and a role lets resolve this one, or being an administrator
 * would.
 */
export async function findWatchers(
  tx: Transaction,
  { report, section }: WaitingReport,
): Promise<{ id: string; moderates: boolean }[]> {
  const { rows } = await tx.query<{ id: string; moderates: boolean }>(sql`
    SELECT s.user_id AS id, granted.moderates
    FROM notification_setting AS s JOIN report AS r ON r.id = ${report}::uuid AND r.status = 'Pending'
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM role_grant AS g
        WHERE g.user_id = s.user_id AND (g.section_id IS NULL OR g.section_id = ${section}::uuid)
      ) AS moderates
    ) AS granted
    WHERE s.reports = 'Live' AND s.user_id <> r.reporter_id AND (granted.moderates OR s.as_administrator)`)
  return rows
}

/** One notification stands for all reports until it is read. */
export async function notifyOfReport(
  tx: Transaction,
  { report, section }: WaitingReport,
  moderators: readonly string[],
): Promise<void> {
  if (moderators.length === 0) return
  await lockNotifications(tx)
  const { rows } = await tx.query<{ userId: string }>(sql`
    INSERT INTO notification (id, user_id, kind, time, cause, section_id, report_id)
    SELECT uuidv7(), id, 'ReportWaiting', ${raw(NOW)}, ${report}::uuid, ${section}::uuid, ${report}::uuid
    FROM unnest(${moderators}::uuid[]) AS moderator (id)
    ON CONFLICT DO NOTHING
    RETURNING user_id AS "userId"`)
  await followNotifying(
    tx,
    rows.map(({ userId }) => userId),
  )
}
