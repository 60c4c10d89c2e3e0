import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessQueue } from '../../reports/authority.ts'
import type { QueuedReport } from '../../reports/schemas.ts'
import { viewBareReport } from '../../reports/views.ts'
import { withWork } from '../../reports/with-work.ts'
import type { ReportedTargets, TargetQuery } from '../schemas.ts'
import type { TargetRow } from '../sql.ts'
import { readReportsOf, readTargets } from '../store.ts'
import { viewReportedTarget } from '../views.ts'

/**
 * The posts and threads with pending reports, each once, for whoever may see the queue.
 *
 * @throws ApiError cannotReadReportQueue, sectionNotFound
 */
export async function listReportTargets(
  context: Context,
  principal: Caller,
  query: TargetQuery,
): Promise<ReportedTargets> {
  const sectionId = query.section ?? null
  await accessQueue(context, principal, sectionId)
  const page = clampPage(query)
  const filter = { sectionId, targetId: query.target ?? null }
  const { count, targets } = await readTargets(context.db, filter, page)
  const reports = query.include ? await reportsOf(context, targets) : undefined
  return { count, items: targets.map((target) => viewReportedTarget(target, reports)), ...page }
}

async function reportsOf({ db }: Context, targets: readonly TargetRow[]): Promise<QueuedReport[]> {
  const ids = targets.map(({ postId, threadId }) => postId ?? threadId)
  return withWork(db, (await readReportsOf(db, ids)).map(viewBareReport))
}
