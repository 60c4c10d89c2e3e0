import type { Queries } from '@agora/shared/database/sql'
import type { QueuedReport, Report } from './schemas.ts'
import { readWork } from './store-work.ts'
import { viewWork } from './views.ts'

/** Reports with the work on them, for whoever may resolve them. */
export async function withWork(db: Queries, reports: readonly Report[]): Promise<QueuedReport[]> {
  const rows = await readWork(
    db,
    reports.map(({ id }) => id),
  )
  const work = new Map(rows.map((row) => [row.reportId, viewWork(row)]))
  return reports.map((report) => ({ ...report, work: work.get(report.id) }))
}
