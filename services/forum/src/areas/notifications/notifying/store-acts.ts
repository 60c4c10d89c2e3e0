import { newId } from '@agora/shared/contracts/ids'
import { raw, sql, type Transaction } from '@agora/shared/database/sql'
import { followNotifying } from './following.ts'
import { NOW } from './sql.ts'
import { lockNotifications } from './store.ts'

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

export async function notifyOfAct(tx: Transaction, notice: Notice): Promise<void> {
  const { kind, userId, cause, actorId, sectionId, sanctionId = null, role = null } = notice
  await lockNotifications(tx)
  await tx.query(sql`
    INSERT INTO notification (id, user_id, kind, time, cause, actor_id, section_id, sanction_id, role)
    VALUES (${newId()}, ${userId}, ${kind}::"NotificationKind", ${raw(NOW)}, ${cause}, ${actorId}, ${sectionId},
      ${sanctionId}, ${role}::"Role")
    ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING`)
  await followNotifying(tx, [userId])
}

/** Notifies the author of a report that it is resolved, not by whom; nobody is notified of their own acts. */
export async function notifyReporter(
  tx: Transaction,
  { cause, reportId, resolverId }: { cause: string; reportId: string; resolverId: string },
): Promise<void> {
  await lockNotifications(tx)
  const { rows } = await tx.query<{ userId: string }>(sql`
    INSERT INTO notification (
      id, user_id, kind, time, cause, section_id, thread_id, first_position, last_position, report_id
    )
    SELECT ${newId()}::uuid, r.reporter_id, 'ReportResolved', ${raw(NOW)}, ${cause}::uuid, r.section_id, r.thread_id,
      p.position, p.position, r.id
    FROM report AS r LEFT JOIN post AS p ON p.id = r.post_id
    WHERE r.id = ${reportId}::uuid AND r.reporter_id <> ${resolverId}::uuid
    ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING
    RETURNING user_id AS "userId"`)
  await followNotifying(
    tx,
    rows.map(({ userId }) => userId),
  )
}

/** Notifies the author of a post that an act on it hid, not by whom; of an act that hid nothing there is nothing to say. */
export async function notifyAuthor(
  tx: Transaction,
  { cause, userId, postId }: { cause: string; userId: string; postId: string },
): Promise<void> {
  await lockNotifications(tx)
  const { rows } = await tx.query<{ userId: string }>(sql`
    INSERT INTO notification (id, user_id, kind, time, cause, section_id, thread_id, first_position, last_position)
    SELECT ${newId()}::uuid, ${userId}::uuid, 'PostHidden', ${raw(NOW)}, ${cause}::uuid, t.section_id, t.id,
      p.position, p.position
    FROM post AS p JOIN thread AS t ON t.id = p.thread_id
    JOIN revision AS r ON r.id = p.last_revision_id AND r.html IS NULL
    JOIN revision AS before ON before.post_id = p.id AND before.position = r.position - 1 AND before.html IS NOT NULL
    WHERE p.id = ${postId}::uuid
    ON CONFLICT (user_id, cause) WHERE cause IS NOT NULL DO NOTHING
    RETURNING user_id AS "userId"`)
  await followNotifying(
    tx,
    rows.map(({ userId }) => userId),
  )
}
