import { sql, type Transaction } from '@agora/shared/database/sql'
import type { TallyListing } from '../generated/prisma/enums.ts'

/** The section of what belongs to none. */
const SITE = '00000000-0000-0000-0000-000000000000'

export interface TallyChange {
  sectionId: string | null
  /** A report's status, a log entry's actor, how a sanction ends: `Lasting`, `Timed` or `Lifted`. */
  part: string
  by: number
}

/**
 * Changes how long a listing is, in the transaction that changes the listing. Rows are locked in one order, and an
 * operation that changes two listings changes reports or sanctions before the log, so that no two wait for each other.
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
