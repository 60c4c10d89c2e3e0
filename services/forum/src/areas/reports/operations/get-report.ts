import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessReport } from '../authority.ts'
import type { Report } from '../schemas.ts'
import { viewReport } from '../views.ts'

/** @throws ApiError cannotReadReport, reportNotFound */
export async function getReport(context: Context, principal: Caller, id: string): Promise<Report> {
  return viewReport(await accessReport(context, principal, id))
}
