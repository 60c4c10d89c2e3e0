import { excerptOf, lookedAt } from '@agora/shared/markup/index'
import { LRUCache } from 'lru-cache'

/** The longest excerpt of a post, in characters. */
export const EXCERPT = 200
/** Lists show the same posts again and again; two or three MB. */
const MOST_KNOWN = 1_000

/** As much of the HTML of the revision aliased `r` as `viewExcerpt` needs; null while it is hidden. */
export const beginningSql = (r: string) => `left(${r}.html, ${lookedAt(EXCERPT) + 1})`

const known = new LRUCache<string, string>({
  max: MOST_KNOWN,
  memoMethod: (beginning) => excerptOf(beginning, EXCERPT),
})

/** Empty if it is hidden. */
export const viewExcerpt = (beginning: string | null): string => (beginning ? known.memo(beginning) : '')
