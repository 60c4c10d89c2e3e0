import type { Page } from '@agora/shared/contracts/pagination'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { BareReportRow } from '../reports/sql.ts'
import type { ReportedContent } from '../reports/store.ts'
import { REPORTS_OF_TARGETS, type TargetFilter, type TargetRow, targetCountSql, targetsSql } from './sql.ts'

/** A page of the content with pending reports, the oldest report first, and the number of all, at most 1,000. */
export const readTargets = (db: Queries, filter: TargetFilter, { offset, limit }: Page) =>
  db.one<{ count: number; targets: TargetRow[] }>({
    ...targetsSql(filter),
    values: [filter.sectionId, filter.targetId, offset, limit],
  })

/** The oldest pending reports of these posts and threads, of each a few, the oldest first. */
export const readReportsOf = (db: Queries, targetIds: readonly string[]) =>
  db.all<BareReportRow>({ ...REPORTS_OF_TARGETS, values: [targetIds] })

/** How much content with pending reports there is in these sections, null for all; at most 1,000. */
export const countTargets = (db: Queries, sectionIds: readonly string[] | null) =>
  db.scalar<number>({
    ...targetCountSql(sectionIds),
    values: [sectionIds],
  })

/**
 * Locks the pending reports on content whose thread is locked, which keeps further ones out; returns their ids, the
 * oldest first.
 */
export const lockPending = (
  tx: Transaction,
  { postId, threadId }: Pick<ReportedContent, 'postId' | 'threadId'>,
) =>
  tx.scalars<string>(sql`
    SELECT id FROM report
    WHERE status = 'Pending' AND coalesce(post_id, thread_id) = ${postId ?? threadId}::uuid
    ORDER BY ctime, id FOR NO KEY UPDATE`)
