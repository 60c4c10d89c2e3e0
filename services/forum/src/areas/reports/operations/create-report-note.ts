import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type Attempt, recordAttempt } from '../../../idempotency/store.ts'
import { accessAsModerator } from '../../moderation/authority.ts'
import { accessResolvable } from '../authority.ts'
import type { ReportNote, ReportNoteInput } from '../schemas.ts'
import { lockReport } from '../store.ts'
import { insertNote, readNote } from '../store-work.ts'
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
  attempt?: Attempt,
): Promise<ReportNote> {
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  const note = await context.db.transaction(async (tx) => {
    const report = await accessResolvable(tx, moderator, id, lockReport)
    const created = await insertNote(tx, { reportId: report.id, authorId: moderator.user.id, body })
    await recordAttempt(tx, attempt, created.id)
    return created
  })
  return viewNote(note)
}

/** An earlier attempt's note. */
export async function readCreatedNote({ db }: Context, id: string): Promise<ReportNote> {
  const note = await readNote(db, id)
  if (!note) throw new ApiError(errors.reportNotFound)
  return viewNote(note)
}
