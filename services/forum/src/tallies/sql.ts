import type { TallyListing } from '../generated/prisma/enums.ts'

/**
 * How long a listing is, for a statement: the sum of a few rows. `section` and `part` are parameters that may be null,
 * which filters by nothing.
 */
export const tallySql = (listing: TallyListing, section: string, part: string) => `(
    SELECT coalesce(sum(count), 0)::int FROM tally
    WHERE listing = '${listing}' AND (${section}::uuid IS NULL OR section_id = ${section}::uuid)
      AND (${part}::text IS NULL OR part = ${part}::text)
  )`
