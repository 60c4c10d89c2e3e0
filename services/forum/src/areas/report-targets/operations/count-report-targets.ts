import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessQueue } from '../../reports/authority.ts'
import type { PendingTargets, TargetCountQuery } from '../schemas.ts'
import { countTargets } from '../store.ts'

/** @throws ApiError cannotReadReportQueue, sectionNotFound */
export async function countReportTargets(
  context: Context,
  principal: Caller,
  { section }: TargetCountQuery,
): Promise<PendingTargets> {
  const sectionId = section ?? null
  await accessQueue(context, principal, sectionId)
  return { pending: await countTargets(context.db, sectionId === null ? null : [sectionId]) }
}
