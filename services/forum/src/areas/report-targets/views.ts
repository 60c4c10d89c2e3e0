import { timestamp } from '../../resources/views.ts'
import type { QueuedReport } from '../reports/schemas.ts'
import { viewContext, viewTarget } from '../reports/views.ts'
import type { ReportedTarget } from './schemas.ts'
import type { TargetRow } from './sql.ts'

/** @param reports reports of all the listed targets, where they are listed too. */
export function viewReportedTarget(row: TargetRow, reports?: readonly QueuedReport[]): ReportedTarget {
  const { count, reasons, firstAt, lastAt, context } = row
  const target = viewTarget(row)
  const items = reports?.filter((report) => report.target.id === target.id)
  const view = {
    target,
    reports: { count, ...(items ? { items } : {}) },
    reasons,
    first_at: timestamp(firstAt),
    last_at: timestamp(lastAt),
  }
  if (context === null) return view
  return { ...view, context: { ...viewContext(row, context), current_html: context.currentHtml } }
}
