import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator } from '../../moderation/authority.ts'
import { accessResolvable } from '../authority.ts'
import type { Assignment } from '../schemas.ts'
import { findReport } from '../store.ts'
import { readAssignment } from '../store-work.ts'
import { viewAssignment } from '../views.ts'

/** @throws ApiError cannotResolveReport, reportNotFound, reportTargetNotFound */
export async function getReportAssignment(
  context: Context,
  principal: Caller,
  id: string,
): Promise<Assignment> {
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  const report = await accessResolvable(context.db, moderator, id, findReport)
  return viewAssignment(await readAssignment(context.db, report.id))
}
