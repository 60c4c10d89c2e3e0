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
 * Documents stand in spans of their numbers, each eight times as large as the one before, whose names are words too. A
 * search goes from span to span, the newest first and from small ones to large ones, and ends where it has found
 * enough: a word that half of all documents have costs no more than the span or two that it is asked of, and a rare one
 * few spans, since those that it is asked of are large.
 */
export const SPANS = [4_096, 32_768, 262_144, 2_097_152] as const
const nameOf = (level: number, span: number) => `b${level}:${span}`

/** The names in SQL of the spans that a number stands in. */
export const spansSql = (number: string) =>
  `ARRAY[${SPANS.map((size, level) => `'b${level}:' || ${number} / ${size}`).join(', ')}]`

/** The spans that hold all numbers below one, the newest first; one is large only where as much was asked before it. */
export function spansBelow(end: number): string[] {
  const spans: string[] = []
  for (let rest = end; rest > 0; ) {
    const level = Math.max(
      0,
      SPANS.findLastIndex((size) => rest % size === 0 && end - rest >= size),
    )
    const span = Math.ceil(rest / SPANS[level]!) - 1
    spans.push(nameOf(level, span))
    rest = span * SPANS[level]!
  }
  return spans
}
