import type { SearchDocument } from '../engine.ts'

/**
 * What documents are filtered by, as words of their own: one index answers for both, from the rarest on. They have a
 * colon, which no word of a text has.
 */
const short = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
export const ofKind = (kind: string) => `k:${kind}`
export const ofLanguage = (language: string) => `l:${language}`
export const ofSection = (id: string) => `s:${short(id)}`
export const ofAuthor = (id: string) => `a:${short(id)}`

export const filtersOf = ({ kind, language, section, author }: SearchDocument) => [
  ofKind(kind),
  ofLanguage(language),
  ofSection(section),
  ofAuthor(author),
]

/**
 * Documents stand in spans of their numbers, small ones and large ones, whose names are words too. A search goes from
 * span to span, the newest first, and ends where it has found enough: a word that half of all documents have costs
 * no more than the span or two that it is asked of.
 */
export const SMALL_SPAN = 4_096
export const LARGE_SPAN = 32_768
const small = (span: number) => `b:${span}`
const large = (span: number) => `B:${span}`

/** The same in SQL, for an expression that is a number. */
export const spansSql = (number: string) =>
  `ARRAY['b:' || ${number} / ${SMALL_SPAN}, 'B:' || ${number} / ${LARGE_SPAN}]`

/** The spans that hold all numbers below one, the newest first: small ones as far as most searches go, then large ones. */
export function spansBelow(end: number): string[] {
  const spans: string[] = []
  let rest = end
  while (rest > 0) {
    const isLarge = rest % LARGE_SPAN === 0 && end - rest >= LARGE_SPAN
    const size = isLarge ? LARGE_SPAN : SMALL_SPAN
    const span = Math.ceil(rest / size) - 1
    spans.push(isLarge ? large(span) : small(span))
    rest = span * size
  }
  return spans
}
