import type { Page } from '@agora/shared/contracts/pagination'
import type pg from 'pg'
import { type LogFilter, type LogRow, logSql } from './sql.ts'

/** A page of the moderation log, newest first, and how many entries pass the filter. */
export async function readLog(
  pool: pg.Pool,
  filter: LogFilter,
  { offset, limit }: Page,
): Promise<{ count: number; entries: LogRow[] }> {
  const values = [filter.sectionId, filter.actorId, offset, limit]
  const { rows } = await pool.query({ ...logSql(filter), values })
  return rows[0]
}
