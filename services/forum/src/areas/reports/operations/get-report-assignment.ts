import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessWork } from '../authority.ts'
import type { Assignment } from '../schemas.ts'
import { readAssignment } from '../store-work.ts'
import { viewAssignment } from '../views.ts'

/** @throws ApiError cannotResolveReport, reportNotFound, reportTargetNotFound */
export async function getReportAssignment(
  context: Context,
  principal: Caller,
  id: string,
): Promise<Assignment> {
  const report = await accessWork(context, principal, id)
  return viewAssignment(await readAssignment(context.db, report.id))
}
