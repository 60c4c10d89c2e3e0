import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { siteRoles } from '../../../authority/role.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator, judgeView } from '../../moderation/authority.ts'
import type { QueuedReport, QueueQuery, Report, ReportQueue } from '../schemas.ts'
import { readQueue } from '../store.ts'
import { readWork } from '../store-work.ts'
import { viewReport, viewWork } from '../views.ts'

/**
 * The queue of a section, for its moderators, or of the whole site, for Administrators and GlobalModerators.
 *
 * @throws ApiError cannotReadReportQueue, sectionNotFound
 */
export async function listReports(
  context: Context,
  principal: Caller,
  query: QueueQuery,
): Promise<ReportQueue> {
  const refusal = errors.cannotReadReportQueue
  const moderator = await accessAsModerator(context, principal, refusal)
  const sectionId = query.section ?? null
  await judgeView(context, moderator, sectionId, { siteRoles, refusal })
  const page = clampPage(query)
  const { count, reports } = await readQueue(context.db, { sectionId, status: query.status ?? null }, page)
  const items = reports.map(viewReport)
  return { count, items: query.include === 'work' ? await withWork(context, items) : items, ...page }
}

/** Whoever may read a queue may resolve its reports, and so may see the work on them. */
async function withWork({ db }: Context, reports: readonly Report[]): Promise<QueuedReport[]> {
  const rows = await readWork(
    db,
    reports.map(({ id }) => id),
  )
  const work = new Map(rows.map((row) => [row.reportId, viewWork(row)]))
  return reports.map((report) => ({ ...report, work: work.get(report.id) }))
}
