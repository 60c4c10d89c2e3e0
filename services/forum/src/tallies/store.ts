import { sql, type Transaction } from '@agora/shared/database/sql'
import type { TallyListing } from '../generated/prisma/enums.ts'
import { SITE } from './sql.ts'

export interface TallyChange {
  sectionId: string | null
  /** A report's status, a log entry's actor, how a sanction ends (`Lasting`, `Timed` or `Lifted`), a member. */
  part: string
  by: number
}

/**
 * Changes the length of a listing, in the transaction that changes the listing. Rows are locked in one order, and an
 * operation that changes two listings changes reports or sanctions before the log, to avoid deadlocks.
 */
export async function addToTallies(
  tx: Transaction,
  listing: TallyListing,
  changes: readonly TallyChange[],
): Promise<void> {
  const rows = changes.map(({ sectionId, part, by }) => ({ section_id: sectionId ?? SITE, part, by }))
  await tx.query(sql`
    INSERT INTO tally (listing, section_id, part, count)
    SELECT ${listing}::"TallyListing", section_id, part, sum(by)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS change (section_id uuid, part text, by bigint)
    GROUP BY section_id, part ORDER BY section_id, part
    ON CONFLICT (listing, section_id, part) DO UPDATE SET count = tally.count + excluded.count`)
}

/**
 * Moves the tallies of a locked thread's authors from visible to deleted in its section, or back. The posts are read
 * once, on their index; the thread's lock keeps new ones out.
 */
export async function moveMemberTallies(
  tx: Transaction,
  thread: { id: string; sectionId: string; authorId: string },
  to: 'deleted' | 'restored',
): Promise<void> {
  const sign = to === 'deleted' ? 1 : -1
  await tx.query(sql`
    INSERT INTO tally AS kept (listing, section_id, part, count)
    SELECT listing, section_id, part, sum(by)
    FROM (
      SELECT change.listing::"TallyListing", change.section_id::uuid, written.author_id::text AS part, change.by * written.count AS by
      FROM (SELECT author_id, count(*) FROM post WHERE thread_id = ${thread.id} GROUP BY author_id) AS written
      CROSS JOIN (VALUES
        ('MemberPost', ${SITE}, ${-sign}::int), ('DeletedMemberPost', ${thread.sectionId}, ${sign}::int)
      ) AS change (listing, section_id, by)
      UNION ALL
      VALUES ('MemberThread'::"TallyListing", ${SITE}::uuid, ${thread.authorId}::uuid::text, ${-sign}::int)
    ) AS changes
    GROUP BY listing, section_id, part ORDER BY listing, section_id, part
    ON CONFLICT (listing, section_id, part) DO UPDATE SET count = kept.count + excluded.count`)
}
