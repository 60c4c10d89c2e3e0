import { excerptOf, lookedAt } from '@agora/shared/markup/index'

/** The longest excerpt of a post, in characters. */
export const EXCERPT = 200

const NEEDED = lookedAt(EXCERPT) + 1

/** As much of the HTML of the revision aliased `r` as `viewExcerpt` needs; null while it is hidden. Few are so long as to be counted. */
export const beginningSql = (r: string) =>
  `CASE WHEN octet_length(${r}.html) > ${NEEDED} THEN left(${r}.html, ${NEEDED}) ELSE ${r}.html END`

/** Empty if it is hidden. */
export const viewExcerpt = (beginning: string | null): string => excerptOf(beginning ?? '', EXCERPT)
