import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessTarget } from '../authority.ts'
import type { Report, ReportInput } from '../schemas.ts'
import { insertReport } from '../store.ts'
import type { TargetReference } from '../store-target.ts'
import { viewBareReport } from '../views.ts'

/**
 * Reports a post or a thread to the moderators of its section.
 *
 * @throws ApiError reportTargetNotFound, cannotReport, alreadyReported
 */
export async function createReport(
  context: Context,
  principal: Caller,
  reference: TargetReference,
  { reason, body = null }: ReportInput,
): Promise<Report> {
  const actor = await loadActor(context, principal)
  const report = await context.db.transaction(async (tx) => {
    const { target, reporter } = await accessTarget(tx, actor, reference)
    const { postId, threadId, sectionId } = target
    return insertReport(tx, { reporterId: reporter.user.id, postId, threadId, sectionId, reason, body })
  })
  if (!report) throw new ApiError(errors.alreadyReported)
  return viewBareReport(report)
}
