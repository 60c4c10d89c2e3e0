import type { SearchDocument } from '../engine.ts'
import { monthOf, yearOf } from '../months.ts'

/**
 * Filters are lexemes of their own, so that one index serves all conditions, rarest first. They contain a colon, which
 * no word has.
 */
const short = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
export const ofKind = (kind: string) => `k:${kind}`
export const ofLanguage = (language: string) => `l:${language}`
export const ofSection = (id: string) => `s:${short(id)}`
export const ofThread = (id: string) => `t:${short(id)}`
export const ofAuthor = (id: string) => `a:${short(id)}`
export const ofYear = (year: string) => `y:${year}`
export const ofMonth = (month: string) => `m:${month}`

export const filtersOf = ({ kind, language, section, thread, author, time }: SearchDocument) => [
  ofKind(kind),
  ofLanguage(language),
  ofSection(section),
  ofThread(thread),
  ofAuthor(author),
  ofYear(yearOf(monthOf(time))),
  ofMonth(monthOf(time)),
]

/**
 * Documents lie in spans of their numbers, each eight times as large as the last, whose names are lexemes too. A search
 * goes from span to span, newest first and small ones before large ones, and stops when it has found enough: a word in
 * half of all documents costs no more than a span or two, and a rare one few spans, since later ones are large.
 */
export const SPANS = [4_096, 32_768, 262_144, 2_097_152] as const
const nameOf = (level: number, span: number) => `b${level}:${span}`

/** The SQL for the names of the spans that contain a number. */
export const spansSql = (number: string) =>
  `ARRAY[${SPANS.map((size, level) => `'b${level}:' || ${number} / ${size}`).join(', ')}]`

/**
 * The spans that contain all numbers below `end`, newest first; a large one only after as much has been searched before
 * it.
 */
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
