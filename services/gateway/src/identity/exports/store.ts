import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

export interface RequestedExport {
  exportId: string
  jobId: string
  taskId: string
  requestedAt: Date
}

/** A repeated request within this time returns the existing one, in minutes. */
const AGAIN_AFTER = 10

/** Records that a member wants an export; undefined if there is a recent request. */
export const insertRequest = (
  tx: Transaction,
  accountId: string,
  { exportId, jobId, taskId }: Omit<RequestedExport, 'requestedAt'>,
) =>
  tx.maybeOne<RequestedExport>(sql`
    INSERT INTO export_request AS known (account_id, export_id, job_id, task_id)
    VALUES (${accountId}::uuid, ${exportId}::uuid, ${jobId}::uuid, ${taskId}::uuid)
    ON CONFLICT (account_id) DO UPDATE
      SET export_id = excluded.export_id, job_id = excluded.job_id, task_id = excluded.task_id, requested_at = now()
      WHERE known.requested_at < now() - make_interval(mins => ${AGAIN_AFTER})
    RETURNING export_id::text AS "exportId", job_id::text AS "jobId", task_id::text AS "taskId",
      requested_at AS "requestedAt"`)

export const readRequest = (db: Queries, accountId: string) =>
  db.maybeOne<RequestedExport>(sql`
    SELECT export_id::text AS "exportId", job_id::text AS "jobId", task_id::text AS "taskId", requested_at AS "requestedAt"
    FROM export_request WHERE account_id = ${accountId}::uuid`)
