import { reportEvents } from '@agora/shared/contracts/events/moderation'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { isMember, loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type Attempt, recordAttempt } from '../../../idempotency/store.ts'
import { accessTarget } from '../authority.ts'
import type { Report, ReportInput } from '../schemas.ts'
import { insertReport, readReport } from '../store.ts'
import type { TargetReference } from '../store-target.ts'
import { viewCreatedReport } from '../views.ts'

/**
 * Reports a post or a thread to the moderators of its section.
 *
 * @throws ApiError reportTargetNotFound, cannotReport, alreadyReported, tooManyRequests
 */
export async function createReport(
  context: Context,
  principal: Caller,
  reference: TargetReference,
  { reason, body = null }: ReportInput,
  attempt?: Attempt,
): Promise<Report> {
  const { db, posting } = context
  const actor = await loadActor(context, principal)
  const write = () =>
    db.transaction(async (tx) => {
      const { target, reporter } = await accessTarget(tx, actor, reference)
      const { postId, threadId, sectionId, authorId: targetAuthorId } = target
      const report = {
        reporterId: reporter.user.id,
        postId,
        threadId,
        sectionId,
        targetAuthorId,
        reason,
        body,
      }
      const created = await insertReport(tx, report)
      if (!created) throw new ApiError(errors.alreadyReported)
      await recordAttempt(tx, attempt, created.id)
      const event = reportEvents.ReportCreated.of({
        report: created.id,
        section: sectionId,
        thread: threadId,
        post: postId,
      })
      await appendEvent(tx, reporter.traceparent, event)
      return created
    })
  const report = isMember(actor)
    ? await posting.count('reports', actor, await posting.allowance(db, principal, actor), write)
    : await write()
  return viewCreatedReport(report)
}

/** An earlier attempt's report, as its reporter sees it now. */
export async function readCreatedReport({ db }: Context, id: string): Promise<Report> {
  const report = await readReport(db, id)
  if (!report) throw new ApiError(errors.reportNotFound)
  return viewCreatedReport(report)
}
