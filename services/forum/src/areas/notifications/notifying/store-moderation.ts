import { newId } from '@agora/shared/contracts/ids'
import { raw, sql, type Transaction } from '@agora/shared/database/sql'
import { NOW, notify } from './store.ts'

/** The notification of a moderation act, for the member concerned. */
export interface Notice {
  kind: 'Sanctioned' | 'SanctionLifted' | 'RoleGranted' | 'RoleRevoked'
  userId: string
  /** The id of the log entry. */
  cause: string
  actorId: string
  sectionId: string | null
  sanctionId?: string
  role?: string
}

/** Nobody is notified twice of one act. */
const ONCE = raw(`ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING RETURNING user_id`)

export const notifyOfAct = (
  tx: Transaction,
  { kind, userId, cause, actorId, sectionId, sanctionId, role }: Notice,
): Promise<void> =>
  notify(
    tx,
    sql`
    INSERT INTO notification (id, user_id, kind, time, cause, actor_id, section_id, sanction_id, role)
    VALUES (${newId()}, ${userId}, ${kind}::"NotificationKind", ${raw(NOW)}, ${cause}, ${actorId}, ${sectionId},
      ${sanctionId ?? null}, ${role ?? null}::"Role")
    ${ONCE}`,
  )

/** Notifies the author of a report that it is resolved, not by whom; nobody is notified of their own acts. */
export const notifyReporter = (
  tx: Transaction,
  { cause, reportId, resolverId }: { cause: string; reportId: string; resolverId: string },
): Promise<void> =>
  notify(
    tx,
    sql`
    INSERT INTO notification (
      id, user_id, kind, time, cause, section_id, thread_id, first_position, last_position, report_id
    )
    SELECT ${newId()}::uuid, r.reporter_id, 'ReportResolved', ${raw(NOW)}, ${cause}::uuid, r.section_id, r.thread_id,
      p.position, p.position, r.id
    FROM report AS r LEFT JOIN post AS p ON p.id = r.post_id
    WHERE r.id = ${reportId}::uuid AND r.reporter_id <> ${resolverId}::uuid
    ${ONCE}`,
  )

/** Notifies the author of a post that an act on it hid, not by whom; of an act that hid nothing there is nothing to say. */
export const notifyAuthor = (
  tx: Transaction,
  { cause, userId, postId }: { cause: string; userId: string; postId: string },
): Promise<void> =>
  notify(
    tx,
    sql`
    INSERT INTO notification (id, user_id, kind, time, cause, section_id, thread_id, first_position, last_position)
    SELECT ${newId()}::uuid, ${userId}::uuid, 'PostHidden', ${raw(NOW)}, ${cause}::uuid, t.section_id, t.id,
      p.position, p.position
    FROM post AS p JOIN thread AS t ON t.id = p.thread_id
    JOIN revision AS r ON r.id = p.last_revision_id AND r.html IS NULL
    JOIN revision AS before ON before.post_id = p.id AND before.position = r.position - 1 AND before.html IS NOT NULL
    WHERE p.id = ${postId}::uuid
    ${ONCE}`,
  )

export interface WaitingReport {
  report: string
  section: string
}

/**
 * Who asked to be notified of reports, but not the reporter, and a role lets resolve this one, or being an administrator
 * would.
 */
export const findWatchers = (tx: Transaction, { report, section }: WaitingReport) =>
  tx.all<{ id: string; moderates: boolean }>(sql`
    SELECT s.user_id AS id, granted.moderates
    FROM notification_setting AS s JOIN report AS r ON r.id = ${report}::uuid AND r.status = 'Pending'
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM role_grant AS g
        WHERE g.user_id = s.user_id AND (g.section_id IS NULL OR g.section_id = ${section}::uuid)
      ) AS moderates
    ) AS granted
    WHERE s.reports = 'Live' AND s.user_id <> r.reporter_id AND (granted.moderates OR s.as_administrator)`)

/** One notification stands for all reports until it is read. */
export const notifyOfReport = (
  tx: Transaction,
  { report, section }: WaitingReport,
  moderators: readonly string[],
): Promise<void> =>
  notify(
    tx,
    sql`
    INSERT INTO notification (id, user_id, kind, time, cause, section_id, report_id)
    SELECT uuidv7(), id, 'ReportWaiting', ${raw(NOW)}, ${report}::uuid, ${section}::uuid, ${report}::uuid
    FROM unnest(${moderators}::uuid[]) AS moderator (id)
    ON CONFLICT DO NOTHING RETURNING user_id`,
  )
