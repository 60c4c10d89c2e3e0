import type { Page } from '@agora/shared/contracts/pagination'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { ReportStatus } from '../../generated/prisma/enums.ts'
import { addToTallies } from '../../tallies/store.ts'
import type { BareReportRow } from '../reports/sql.ts'
import { REPORTS_OF_TARGETS, type TargetFilter, type TargetRow, targetCountSql, targetsSql } from './sql.ts'

/** A page of the content with pending reports, the oldest report first, and the number of all, at most 1,000. */
export async function readTargets(
  db: Queries,
  filter: TargetFilter,
  { offset, limit }: Page,
): Promise<{ count: number; targets: TargetRow[] }> {
  const { rows } = await db.query<{ count: number; targets: TargetRow[] }>({
    ...targetsSql(filter),
    values: [filter.sectionId, filter.targetId, offset, limit],
  })
  return rows[0]!
}

/** The oldest pending reports of these posts and threads, of each a few, the oldest first. */
export async function readReportsOf(db: Queries, targetIds: readonly string[]): Promise<BareReportRow[]> {
  const { rows } = await db.query<BareReportRow>({ ...REPORTS_OF_TARGETS, values: [targetIds] })
  return rows
}

/** How much content with pending reports there is in these sections, null for all; at most 1,000. */
export async function countTargets(db: Queries, sectionIds: readonly string[] | null): Promise<number> {
  const { rows } = await db.query<{ pending: number }>({
    ...targetCountSql(sectionIds),
    values: [sectionIds],
  })
  return rows[0]!.pending
}

/** Reported content whose thread is locked. */
export interface LockedTarget {
  postId: string | null
  threadId: string
  sectionId: string
}

/**
 * Locks the pending reports on content whose thread is locked, which keeps further ones out; returns their ids, the
 * oldest first.
 */
export async function lockPending(
  tx: Transaction,
  { postId, threadId }: Pick<LockedTarget, 'postId' | 'threadId'>,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(sql`
    SELECT id FROM report
    WHERE status = 'Pending' AND coalesce(post_id, thread_id) = ${postId ?? threadId}::uuid
    ORDER BY ctime, id FOR NO KEY UPDATE`)
  return rows.map(({ id }) => id)
}

/** Resolves locked reports on one target. */
export async function resolveAll(
  tx: Transaction,
  ids: readonly string[],
  {
    sectionId,
    status,
    note,
    resolvedById,
  }: { sectionId: string; status: ReportStatus; note: string | null; resolvedById: string },
): Promise<void> {
  await tx.query(sql`
    UPDATE report SET status = ${status}::"ReportStatus", resolved_by_id = ${resolvedById}::uuid,
      resolution_note = ${note}, resolved_at = date_trunc('milliseconds', clock_timestamp())
    WHERE id = ANY(${ids}::uuid[])`)
  await addToTallies(tx, 'Report', [
    { sectionId, part: 'Pending', by: -ids.length },
    { sectionId, part: status, by: ids.length },
  ])
}
