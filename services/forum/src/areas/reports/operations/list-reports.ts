import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessQueue } from '../authority.ts'
import type { QueueQuery, ReportQueue } from '../schemas.ts'
import { readQueue } from '../store.ts'
import { viewReport } from '../views.ts'
import { withWork } from '../with-work.ts'

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
  const sectionId = query.section ?? null
  await accessQueue(context, principal, sectionId)
  const page = clampPage(query)
  const { count, reports } = await readQueue(context.db, { sectionId, status: query.status ?? null }, page)
  const items = reports.map(viewReport)
  // Whoever may read a queue may resolve its reports.
  return { count, items: query.include === 'work' ? await withWork(context.db, items) : items, ...page }
}
