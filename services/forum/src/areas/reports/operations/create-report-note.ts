import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator } from '../../moderation/authority.ts'
import { accessResolvable } from '../authority.ts'
import type { ReportNote, ReportNoteInput } from '../schemas.ts'
import { lockReport } from '../store.ts'
import { insertNote } from '../store-work.ts'
import { viewNote } from '../views.ts'

/**
 * Adds a note to a report, resolved or not, for those who may resolve it.
 *
 * @throws ApiError cannotResolveReport, reportNotFound, reportTargetNotFound
 */
export async function createReportNote(
  context: Context,
  principal: Caller,
  id: string,
  { body }: ReportNoteInput,
): Promise<ReportNote> {
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  const note = await context.db.transaction(async (tx) => {
    const report = await accessResolvable(tx, moderator, id, lockReport)
    return insertNote(tx, { reportId: report.id, authorId: moderator.user.id, body })
  })
  return viewNote(note)
}
