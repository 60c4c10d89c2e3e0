import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { ReportReason, ReportStatus } from '../../generated/prisma/enums.ts'
import { tallySql } from '../../tallies/sql.ts'
import { addToTallies } from '../../tallies/store.ts'
import { OWN_REPORTS, type QueueFilter, queueSql, REPORT_COLUMNS, type ReportRow } from './sql.ts'

export interface NewReport {
  reporterId: string
  postId: string | null
  threadId: string
  sectionId: string
  targetAuthorId: string
  reason: ReportReason
  body: string | null
}

/**
 * The new report; undefined if the reporter has a pending one on the same target. Partial unique indexes decide between
 * two at once.
 */
export async function insertReport(tx: Transaction, report: NewReport): Promise<ReportRow | undefined> {
  const { reporterId, postId, threadId, sectionId, targetAuthorId, reason, body } = report
  const inserted = await tx.maybeOne<ReportRow>(sql`
    WITH f AS (
      INSERT INTO report (id, ctime, reporter_id, post_id, thread_id, section_id, target_author_id, reason, body,
        thread_title)
      VALUES (
        ${newId()}, date_trunc('milliseconds', clock_timestamp()), ${reporterId}, ${postId}, ${threadId}, ${sectionId},
        ${targetAuthorId}, ${reason}, ${body}, (SELECT title FROM thread WHERE id = ${threadId})
      )
      ON CONFLICT DO NOTHING RETURNING *
    )
    SELECT ${raw(REPORT_COLUMNS)} FROM f`)
  if (inserted) await addToTallies(tx, 'Report', [{ sectionId, part: 'Pending', by: 1 }])
  return inserted
}

const readState = (id: string) => sql`
  SELECT id, status, post_id AS "postId", thread_id AS "threadId", section_id AS "sectionId",
    CASE WHEN post_id IS NULL THEN EXISTS (SELECT FROM thread AS t WHERE t.id = report.thread_id)
      ELSE EXISTS (SELECT FROM post AS p WHERE p.id = report.post_id) END AS "targetExists"
  FROM report WHERE id = ${id}::uuid`

/** A report's state, unlocked. */
export const findReport = (db: Queries, id: string) => db.maybeOne<ReportState>(readState(id))

/** A report's state, its row locked until the transaction ends. */
export const lockReport = (tx: Transaction, id: string) =>
  tx.maybeOne<ReportState>(sql`${readState(id)} FOR NO KEY UPDATE`)

/** What a report is about: a thread, or one of its posts. */
export interface ReportedContent {
  postId: string | null
  threadId: string
  sectionId: string
}

/** What decides which acts on a report are allowed. */
export interface ReportState extends ReportedContent {
  id: string
  status: ReportStatus
  targetExists: boolean
}

/** Writes how locked, pending reports of one section were resolved. */
export async function writeResolutions(
  tx: Transaction,
  ids: readonly string[],
  resolution: { sectionId: string; status: ReportStatus; note: string | null; resolvedById: string },
): Promise<void> {
  const { sectionId, status, note, resolvedById } = resolution
  // The database's clock, as for a report's creation: with two clocks a report could appear resolved before it was made.
  await tx.query(sql`
    UPDATE report SET status = ${status}::"ReportStatus", resolved_by_id = ${resolvedById}::uuid,
      resolution_note = ${note}, resolved_at = date_trunc('milliseconds', clock_timestamp())
    WHERE id = ANY(${ids}::uuid[])`)
  await addToTallies(tx, 'Report', [
    { sectionId, part: 'Pending', by: -ids.length },
    { sectionId, part: status, by: ids.length },
  ])
}

/** Moves the reports on a locked thread and its posts into another section. */
export async function moveReports(
  tx: Transaction,
  thread: { id: string; sectionId: string },
  destinationId: string,
): Promise<void> {
  const moved = await tx.all<{ part: string; count: number }>(sql`
    WITH moved AS (
      UPDATE report SET section_id = ${destinationId}::uuid WHERE thread_id = ${thread.id}::uuid RETURNING status
    )
    SELECT status::text AS part, count(*)::int AS count FROM moved GROUP BY status`)
  const changes = moved.flatMap(({ part, count }) => [
    { sectionId: thread.sectionId, part, by: -count },
    { sectionId: destinationId, part, by: count },
  ])
  await addToTallies(tx, 'Report', changes)
}

export const readReport = (db: Queries, id: string) =>
  db.maybeOne<ReportRow>({
    name: 'report',
    text: `SELECT ${REPORT_COLUMNS} FROM report AS f WHERE f.id = $1`,
    values: [id],
  })

interface ReportsPage {
  count: number
  reports: ReportRow[]
}

/** A page of the queue, newest first, and the number of reports that match the filter. */
export async function readQueue(db: Queries, filter: QueueFilter, range: Page): Promise<ReportsPage> {
  const { sectionId, status } = filter
  const values = [sectionId, status, range.offset, range.limit]
  return db.one<ReportsPage>({ values, ...queueSql(filter) })
}

/** A page of a member's own reports, newest first, and their number. */
export async function readOwnReports(db: Queries, userId: string, range: Page): Promise<ReportsPage> {
  const values = [userId, null, range.offset, range.limit]
  return db.one<ReportsPage>({ values, ...OWN_REPORTS })
}

/** The backlog of the report queue. */
export interface QueueLevel {
  pending: number
  /** Seconds since the oldest pending report was made; 0 if there is none. */
  age: number
}

const LEVEL = `
  SELECT ${tallySql('Report', 'NULL', `'Pending'`)} AS pending,
    coalesce(
      extract(epoch FROM now() - (SELECT ctime FROM report WHERE status = 'Pending' ORDER BY ctime LIMIT 1)), 0
    )::float8 AS age`

export const readQueueLevel = (db: Queries) => db.one<QueueLevel>({ name: 'report-queue-level', text: LEVEL })
