import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { readsAsMember } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import type { OwnReports } from '../schemas.ts'
import { readOwnReports } from '../store.ts'
import { viewOwnReport } from '../views.ts'

/** @throws ApiError unauthenticated, forbidden */
export async function listOwnReports(
  context: Context,
  principal: Principal,
  requested: Page,
): Promise<OwnReports> {
  if (principal.kind !== 'user') throw new ApiError(common.unauthenticated)
  if (!readsAsMember(principal)) throw new ApiError(common.forbidden)
  const page = clampPage(requested)
  const { count, reports } = await readOwnReports(context.db, principal.id, page)
  return { count, items: reports.map(viewOwnReport), ...page }
}
