import { NIL } from '@agora/shared/contracts/ids'
import type { TallyListing } from '../generated/prisma/enums.ts'

/** The section of tallies that belong to none. */
export const SITE = NIL

/**
 * The SQL for the length of a listing: the sum of a few rows. `section` and `part` are parameters; null does not
 * filter.
 */
export const tallySql = (listing: TallyListing, section: string, part: string) => `(
    SELECT coalesce(sum(count), 0)::int FROM tally
    WHERE listing = '${listing}' AND (${section}::uuid IS NULL OR section_id = ${section}::uuid)
      AND (${part}::text IS NULL OR part = ${part}::text)
  )`

/** The number of a member's posts or threads in threads that are not deleted. */
export const memberTallySql = (listing: 'MemberPost' | 'MemberThread', userId: string) => `coalesce((
    SELECT count FROM tally WHERE listing = '${listing}' AND section_id = '${SITE}' AND part = ${userId}::text
  ), 0)::int`

/** Adds one to these listings of a member for each row of `from`; rows are locked in the order of the listings. */
export const countForMemberSql = (
  listings: readonly ('MemberPost' | 'MemberThread')[],
  userId: string,
  from: string,
) => `
    INSERT INTO tally AS kept (listing, section_id, part, count)
    SELECT listing::"TallyListing", '${SITE}', ${userId}::uuid::text, 1
    FROM ${from} CROSS JOIN (VALUES ${listings.map((one) => `('${one}')`).join(', ')}) AS one (listing)
    ON CONFLICT (listing, section_id, part) DO UPDATE SET count = kept.count + 1`

/** The row of `tally` aliased `kept` with a member's count. */
export const ofMemberSql = (kept: string, listing: 'MemberPost' | 'MemberThread', userId: string) =>
  `${kept}.listing = '${listing}' AND ${kept}.section_id = '${SITE}' AND ${kept}.part = ${userId}::text`

/** Adds one to this listing of a member for each row of `from`; the counts exist, and their rows are locked. */
export const countForMembersSql = (listing: 'MemberPost' | 'MemberThread', userId: string, from: string) => `
    UPDATE tally AS kept SET count = kept.count + more.count
    FROM (SELECT ${userId} AS id, count(*) FROM ${from} GROUP BY ${userId}) AS more
    WHERE ${ofMemberSql('kept', listing, 'more.id')}`
