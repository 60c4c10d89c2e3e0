import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import type pg from 'pg'
import type { Prisma, ReportReason, ReportStatus } from '../../generated/prisma/client.ts'
import { addToTallies } from '../../tallies.ts'
import { OWN_REPORTS, type QueueFilter, queueSql, REPORT_COLUMNS, type ReportRow } from './sql.ts'

type Tx = Prisma.TransactionClient

export interface NewReport {
  reporterId: string
  postId: string | null
  threadId: string
  sectionId: string
  reason: ReportReason
  body: string | null
}

/** The new report's id; undefined where the reporter has one on the same target that is not resolved yet. */
export async function insertReport(tx: Tx, report: NewReport): Promise<string | undefined> {
  // Which of two simultaneous reports is the first, partial unique indexes say; Prisma cannot name those.
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO report (id, ctime, reporter_id, post_id, thread_id, section_id, reason, body)
    VALUES (
      ${newId()}::uuid, date_trunc('milliseconds', clock_timestamp()), ${report.reporterId}::uuid,
      ${report.postId}::uuid, ${report.threadId}::uuid, ${report.sectionId}::uuid,
      ${report.reason}::"ReportReason", ${report.body}
    )
    ON CONFLICT DO NOTHING RETURNING id`
  const id = rows[0]?.id
  if (id !== undefined) {
    await addToTallies(tx, 'Report', [{ sectionId: report.sectionId, part: 'Pending', by: 1 }])
  }
  return id
}

/** A report's state, its row locked until the transaction ends. */
export async function lockReport(tx: Tx, id: string): Promise<LockedReport | undefined> {
  const rows = await tx.$queryRaw<LockedReport[]>`
    SELECT id, status, post_id AS "postId", thread_id AS "threadId", section_id AS "sectionId",
      CASE WHEN post_id IS NULL THEN EXISTS (SELECT FROM thread AS t WHERE t.id = report.thread_id)
        ELSE EXISTS (SELECT FROM post AS p WHERE p.id = report.post_id) END AS "targetExists"
    FROM report WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return rows[0]
}

export interface LockedReport {
  id: string
  status: ReportStatus
  postId: string | null
  threadId: string
  sectionId: string
  targetExists: boolean
}

export async function resolveReport(
  tx: Tx,
  { id, sectionId }: LockedReport,
  resolution: { status: ReportStatus; note: string | null; resolvedById: string },
): Promise<void> {
  const { status, note, resolvedById } = resolution
  // The database's clock, as for the report's own time: of two clocks, one may say that it was resolved before it was made.
  await tx.$executeRaw`
    UPDATE report SET status = ${status}::"ReportStatus", resolved_by_id = ${resolvedById}::uuid,
      resolution_note = ${note}, resolved_at = date_trunc('milliseconds', clock_timestamp())
    WHERE id = ${id}::uuid`
  await addToTallies(tx, 'Report', [
    { sectionId, part: 'Pending', by: -1 },
    { sectionId, part: status, by: 1 },
  ])
}

export async function readReport(pool: pg.Pool, id: string): Promise<ReportRow | undefined> {
  const { rows } = await pool.query<ReportRow>({
    name: 'report',
    text: `SELECT ${REPORT_COLUMNS} FROM report AS f WHERE f.id = $1`,
    values: [id],
  })
  return rows[0]
}

interface ReportsPage {
  count: number
  reports: ReportRow[]
}

/** A page of the queue, newest first, and how many reports pass the filter. */
export async function readQueue(pool: pg.Pool, filter: QueueFilter, range: Page): Promise<ReportsPage> {
  const { sectionId, status } = filter
  const values = [sectionId, status, range.offset, range.limit]
  const { rows } = await pool.query<ReportsPage>({ ...queueSql(filter), values })
  return rows[0]!
}

/** A page of a member's own reports, newest first, and how many there are. */
export async function readOwnReports(pool: pg.Pool, userId: string, range: Page): Promise<ReportsPage> {
  const values = [userId, null, range.offset, range.limit]
  const { rows } = await pool.query<ReportsPage>({ ...OWN_REPORTS, values })
  return rows[0]!
}
