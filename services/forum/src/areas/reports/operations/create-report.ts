import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessTarget } from '../authority.ts'
import type { Report, ReportInput } from '../schemas.ts'
import { insertReport, readReport } from '../store.ts'
import type { TargetReference } from '../target.ts'
import { viewBareReport } from '../views.ts'

/**
 * Reports a post or a thread to the moderators of its section.
 *
 * @param reference undefined where the path can name nothing.
 * @throws ApiError reportTargetNotFound, cannotReport, alreadyReported
 */
export async function createReport(
  context: Context,
  principal: Caller,
  reference: TargetReference | undefined,
  { reason, body = null }: ReportInput,
): Promise<Report> {
  const reader = await loadActor(context, principal)
  const id = await context.prisma.$transaction(async (tx) => {
    const { target, actor } = await accessTarget(tx, reader, reference)
    const { postId, threadId, sectionId } = target
    return insertReport(tx, { reporterId: actor.user.id, postId, threadId, sectionId, reason, body })
  })
  const report = id === undefined ? undefined : await readReport(context.pool, id)
  if (!report) throw new ApiError(errors.alreadyReported)
  return viewBareReport(report)
}
