import { reportEvents } from '@agora/shared/contracts/events/moderation'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator } from '../../moderation/authority.ts'
import { accessPending, loadAssignee } from '../authority.ts'
import type { Assignment, AssignmentInput } from '../schemas.ts'
import { findReport, lockReport } from '../store.ts'
import { insertAssignment, readAssignment } from '../store-work.ts'
import { viewAssignment } from '../views.ts'

/**
 * Assigns a report to somebody, or to nobody. An assignment that already holds changes nothing.
 *
 * @throws ApiError cannotResolveReport, reportNotFound, reportTargetNotFound, reportAlreadyResolved, assigneeNotFound,
 *   assigneeCannotResolve
 */
export async function assignReport(
  context: Context,
  principal: Caller,
  id: string,
  { assignee: reference }: AssignmentInput,
): Promise<Assignment> {
  const { db } = context
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  // Checked before the assignee is looked up, which may take a call to the gateway, and again under the lock.
  const { sectionId } = await accessPending(db, moderator, id, findReport)
  const assignee = reference === null ? null : await loadAssignee(context, moderator, reference, sectionId)
  const assignment = await db.transaction(async (tx) => {
    const report = await accessPending(tx, moderator, id, lockReport)
    if (assignee && !authorityIn(assignee, report.sectionId).canModerate)
      throw new ApiError(errors.assigneeCannotResolve)
    const assigneeId = assignee?.user.id ?? null
    const made = await insertAssignment(tx, {
      reportId: report.id,
      assigneeId,
      assignedById: moderator.user.id,
    })
    const assignment = await readAssignment(tx, report.id)
    if (made) {
      const { id: reportId, sectionId: section, threadId: thread, postId: post } = report
      const event = reportEvents.ReportAssigned.of({ report: reportId, section, thread, post })
      await appendEvent(tx, moderator.traceparent, event)
    }
    return assignment
  })
  return viewAssignment(assignment)
}
