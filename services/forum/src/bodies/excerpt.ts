import { excerptOf, lookedAt } from '@agora/shared/markup/index'

/** The longest excerpt of a post, in characters. */
export const EXCERPT = 200

/** As much of the HTML of the revision aliased `r` as `viewExcerpt` needs; null while it is hidden. */
export const beginningSql = (r: string) => `left(${r}.html, ${lookedAt(EXCERPT) + 1})`

/** Empty if it is hidden. */
export const viewExcerpt = (beginning: string | null): string => excerptOf(beginning ?? '', EXCERPT)
