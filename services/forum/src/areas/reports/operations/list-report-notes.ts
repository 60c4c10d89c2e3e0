import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessWork } from '../authority.ts'
import type { ReportNotes } from '../schemas.ts'
import { readNotes } from '../store-work.ts'
import { viewNote } from '../views.ts'

/** @throws ApiError cannotResolveReport, reportNotFound, reportTargetNotFound */
export async function listReportNotes(
  context: Context,
  principal: Caller,
  id: string,
  requested: Page,
): Promise<ReportNotes> {
  const report = await accessWork(context, principal, id)
  const page = clampPage(requested)
  const { count, notes } = await readNotes(context.db, report.id, page)
  return { count, items: notes.map(viewNote), ...page }
}
