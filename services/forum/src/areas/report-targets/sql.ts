import { textSql } from '../../bodies/large-texts.ts'
import type { ReportReason } from '../../generated/prisma/enums.ts'
import { boundedCountSql, nameOf } from '../../resources/sql.ts'
import { BARE_REPORT_COLUMNS, type ContextRow, reportedPostSql } from '../reports/sql.ts'
import { MAX_LISTED } from './schemas.ts'

/** Reported content with its pending reports; times are text, since they came through JSON. */
export interface TargetRow {
  postId: string | null
  threadId: string
  sectionId: string
  count: number
  reasons: Partial<Record<ReportReason, number>>
  firstAt: string
  lastAt: string
  /** Null if the content is gone. */
  context: (ContextRow & { currentHtml: string | null }) | null
}

/** As in `report_pending_target_idx`. */
const targetOf = (alias: string) => `coalesce(${alias}.post_id, ${alias}.thread_id)`

/** What each target was first reported by, of the pending reports: one row for each target. */
const firstReports = (filter: string) => `
  FROM report AS f
  WHERE f.status = 'Pending' AND ${filter} AND NOT EXISTS (
    SELECT FROM report AS e
    WHERE e.status = 'Pending' AND ${targetOf('e')} = ${targetOf('f')} AND (e.ctime, e.id) < (f.ctime, f.id)
  )`

/**
 * The text and the title at the time of the report: later edits of the post never change a revision that was reported.
 */
const CONTEXT = `
    SELECT json_build_object(
      'threadTitle', coalesce(f.thread_title, t.title), 'authorId', p.author_id, 'authorName', ${nameOf('p.author_id')},
      'html', ${textSql('revision.html', 'reported')},
      'currentHtml', CASE WHEN NOT t.is_deleted THEN ${textSql('revision.html', 'r')} END
    )
    FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN revision AS r ON r.id = p.last_revision_id
    JOIN revision AS reported ON reported.post_id = p.id AND reported.position = coalesce((
      SELECT past.position FROM revision AS past WHERE past.post_id = p.id AND past.time <= f.ctime
      ORDER BY past.position DESC LIMIT 1
    ), 0)
    WHERE p.id = ${reportedPostSql}`

export interface TargetFilter {
  sectionId: string | null
  targetId: string | null
}

/**
 * The query of a page, oldest report first; its parameters are section, target, offset and limit. Each set of filters
 * has its own text, so that each is planned for its own index.
 */
export function targetsSql({ sectionId, targetId }: TargetFilter): { name: string; text: string } {
  const bySection = sectionId === null ? '$1::uuid IS NULL' : 'f.section_id = $1::uuid'
  const byTarget = targetId === null ? '$2::uuid IS NULL' : `${targetOf('f')} = $2::uuid`
  const first = firstReports(`${bySection} AND ${byTarget}`)
  return {
    name: `report-targets-${sectionId === null ? 'all' : 'section'}-${targetId === null ? 'all' : 'one'}`,
    text: `
      SELECT ${boundedCountSql(first)} AS count,
        array_to_json(ARRAY(
          SELECT row_to_json(item) FROM (
            SELECT f.post_id AS "postId", f.thread_id AS "threadId", f.section_id AS "sectionId",
              f.ctime AS "firstAt", given.count, given.reasons, given."lastAt", (${CONTEXT}) AS context
            FROM (SELECT f.* ${first} ORDER BY f.ctime, f.id OFFSET $3::bigint LIMIT $4::bigint) AS f
            CROSS JOIN LATERAL (
              SELECT sum(of.count)::int AS count, json_object_agg(of.reason, of.count) AS reasons, max(of.last) AS "lastAt"
              FROM (
                SELECT e.reason, count(*)::int AS count, max(e.ctime) AS last FROM report AS e
                WHERE e.status = 'Pending' AND ${targetOf('e')} = ${targetOf('f')} GROUP BY e.reason
              ) AS of
            ) AS given
            ORDER BY f.ctime, f.id
          ) AS item
        )) AS targets`,
  }
}

/** The oldest pending reports of each of these targets. */
export const REPORTS_OF_TARGETS = {
  name: 'reports-of-targets',
  text: `
    SELECT ${BARE_REPORT_COLUMNS} FROM unnest($1::uuid[]) AS target (id) CROSS JOIN LATERAL (
      SELECT * FROM report AS e WHERE e.status = 'Pending' AND ${targetOf('e')} = target.id
      ORDER BY e.ctime, e.id LIMIT ${MAX_LISTED}
    ) AS f
    ORDER BY f.ctime, f.id`,
}

/** The query of the number of targets; its parameter are the sections, null for all. */
export const targetCountSql = (sectionIds: readonly string[] | null): { name: string; text: string } => ({
  name: `report-target-count-${sectionIds === null ? 'all' : 'sections'}`,
  text: `SELECT ${boundedCountSql(
    firstReports(sectionIds === null ? '$1::uuid[] IS NULL' : 'f.section_id = ANY($1::uuid[])'),
  )} AS pending`,
})
