import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Principal } from '@agora/shared/contracts/principal'
import { readingMember } from '../../../authority/members.ts'
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
  const page = clampPage(requested)
  const { count, reports } = await readOwnReports(context.db, readingMember(principal).id, page)
  return { count, items: reports.map(viewOwnReport), ...page }
}
