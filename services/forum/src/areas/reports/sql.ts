import { textSql } from '../../bodies/large-texts.ts'
import type { ReportReason, ReportStatus } from '../../generated/prisma/enums.ts'
import { nameOf } from '../../resources/sql.ts'
import { tallySql } from '../../tallies/sql.ts'

/** The content of a report's target, in JSON. */
export interface ContextRow {
  threadTitle: string
  authorId: string
  authorName: string | null
  html: string | null
}

/** A report with the names it mentions; times are text where they came through JSON. */
export interface ReportRow {
  id: string
  ctime: Date | string
  reporterId: string
  reporterName: string | null
  postId: string | null
  threadId: string
  sectionId: string
  reason: ReportReason
  body: string | null
  status: ReportStatus
  resolvedAt: Date | string | null
  resolvedById: string | null
  resolvedByName: string | null
  resolutionNote: string | null
  /** Null if the target is gone. */
  context: ContextRow | null
}

export type BareReportRow = Omit<ReportRow, 'context'>

/** The id of the post that holds the content which the report aliased `f` is about: a thread's is its first post. */
export const reportedPostSql = `coalesce(
    f.post_id, (SELECT o.id FROM post AS o WHERE o.thread_id = f.thread_id AND o.position = 0)
  )`

/** The columns of a `ReportRow` but its context for the report aliased `f`. */
export const BARE_REPORT_COLUMNS = `
    f.id, f.ctime, f.reporter_id AS "reporterId", ${nameOf('f.reporter_id')} AS "reporterName",
    f.post_id AS "postId", f.thread_id AS "threadId", f.section_id AS "sectionId", f.reason, ${textSql('report.body', 'f')} AS body, f.status,
    f.resolved_at AS "resolvedAt", f.resolved_by_id AS "resolvedById",
    ${nameOf('f.resolved_by_id')} AS "resolvedByName", ${textSql('report.resolution_note', 'f')} AS "resolutionNote"`

/**
 * The columns of a `ReportRow` for the report aliased `f`. A thread's content is its first post; a post's is its
 * current body.
 */
export const REPORT_COLUMNS = `${BARE_REPORT_COLUMNS},
    (
      SELECT json_build_object(
        'threadTitle', t.title, 'authorId', p.author_id, 'authorName', ${nameOf('p.author_id')}, 'html', ${textSql('revision.html', 'r')}
      )
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN revision AS r ON r.id = p.last_revision_id
      WHERE p.id = ${reportedPostSql}
    ) AS context`

const newestFirst = (filter: string) => `
  array_to_json(ARRAY(
    SELECT row_to_json(item) FROM (
      SELECT ${REPORT_COLUMNS} FROM (
        SELECT * FROM report WHERE ${filter} ORDER BY ctime DESC, id DESC OFFSET $3::bigint LIMIT $4::bigint
      ) AS f
      ORDER BY f.ctime DESC, f.id DESC
    ) AS item
  )) AS reports`

export interface QueueFilter {
  sectionId: string | null
  status: ReportStatus | null
}

/**
 * The queue query; its parameters are section, status, offset and limit. Each set of filters has its own text, so that
 * each is planned for its own index.
 */
export function queueSql({ sectionId, status }: QueueFilter): { name: string; text: string } {
  const bySection = sectionId === null ? '$1::uuid IS NULL' : 'section_id = $1'
  const byStatus = status === null ? '$2::text IS NULL' : `status = $2::text::"ReportStatus"`
  return {
    name: `report-queue-${sectionId === null ? 'all' : 'section'}-${status === null ? 'all' : 'status'}`,
    text: `SELECT ${tallySql('Report', '$1', '$2')} AS count, ${newestFirst(`${bySection} AND ${byStatus}`)}`,
  }
}

/** The query of a member's own reports, few enough to count; its parameters are the member, null, offset and limit. */
export const OWN_REPORTS = {
  name: 'own-reports',
  text: `
    SELECT (SELECT count(*)::int FROM report WHERE reporter_id = $1) AS count,
      ${newestFirst('reporter_id = $1 AND $2::text IS NULL')}`,
}
