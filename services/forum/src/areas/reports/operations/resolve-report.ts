import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Member } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator } from '../../moderation/authority.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessPending } from '../authority.ts'
import { resolveLocked } from '../resolve-locked.ts'
import type { Report, Resolution } from '../schemas.ts'
import type { ReportRow } from '../sql.ts'
import { lockReport, readReport } from '../store.ts'
import { viewReport } from '../views.ts'

/**
 * Accepts or rejects a report, once and for good.
 *
 * @throws ApiError reportResolvedToPending, cannotResolveReport, reportNotFound, reportTargetNotFound,
 *   reportAlreadyResolved
 */
export async function resolveReport(
  context: Context,
  principal: Caller,
  id: string,
  { status, note = null }: Resolution,
): Promise<Report> {
  if (status === 'Pending') throw new ApiError(errors.reportResolvedToPending)
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  return viewReport(await resolveAs(context, moderator, id, { status, note }))
}

/**
 * Resolves a report for an actor who moderates something, and logs the act.
 *
 * @throws ApiError cannotResolveReport, reportNotFound, reportTargetNotFound, reportAlreadyResolved
 */
export function resolveAs(
  { db }: Context,
  actor: Member,
  id: string,
  resolution: { status: 'Accepted' | 'Rejected'; note: string | null },
): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const report = await accessPending(tx, actor, id, lockReport)
    const acts = await resolveLocked(tx, actor, report, [report.id], resolution)
    const resolved = await readReport(tx, report.id)
    await recordModeration(tx, actor, acts)
    return resolved!
  })
}
