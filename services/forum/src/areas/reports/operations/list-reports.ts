import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator, judgeView } from '../../moderation/authority.ts'
import type { QueueQuery, ReportQueue } from '../schemas.ts'
import { readQueue } from '../store.ts'
import { viewReport } from '../views.ts'

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
  await judgeView(context, moderator, sectionId, { siteRoles: ['Administrator', 'GlobalModerator'], refusal })
  const page = clampPage(query)
  const { count, reports } = await readQueue(context.db, { sectionId, status: query.status ?? null }, page)
  return { ...page, count, items: reports.map(viewReport) }
}
