import { type SpelledWord, wordsOf } from './text/words.ts'

/** One unit of a search: a word, or a phrase. */
export type Term = readonly SpelledWord[]

export interface Alternative {
  wanted: readonly Term[]
  unwanted: readonly Term[]
}

export interface Query {
  /** Each has something wanted; none if the text has nothing to search for. */
  alternatives: readonly Alternative[]
  /** Whether it only excludes. */
  onlyExcludes: boolean
}

/** Words and phrases beyond these are ignored: each is looked up, and ranks a thousand texts. */
const MAX_TERMS = 16

/** Quotation marks that begin a phrase, and those that end it. An apostrophe is none, wherever it stands. */
const marks: readonly (readonly [opening: string, closing: string])[] = [
  ['"', '"'],
  ['＂', '＂'],
  ['“', '”'],
  ['„‟', '“”'],
  ['”', '”'],
  ['«', '»'],
  ['»', '«»'],
  ['‹', '›'],
  ['›', '‹›'],
  ['〝', '〞〟'],
  ['「', '」'],
  ['『', '』'],
]
const anyMark = [...new Set(marks.flat().join(''))].join('')
const LONGEST_PHRASE = 200
const phrase = (opening: string, closing: string) =>
  `[${opening}][^${closing}]{0,${LONGEST_PHRASE}}[${closing}]`
/** The single low mark: what ends its phrase may also be an apostrophe, but not one within a word. */
const LOW = String.raw`‚[^‚]{0,${LONGEST_PHRASE}}?[‘’](?![\p{L}\p{N}])`
/** As the regular expression \S, to which U+FEFF is a space. */
const NO_SPACE = String.raw`(?:\S|\ufeff)`
const DASH = '[-‐‑−﹣－]'

/** Phrases, at last those that end with another mark than they should; or words. */
const parts = new RegExp(
  [
    `${DASH}*(?:${[...marks.map(([opening, closing]) => phrase(opening, closing)), LOW].join('|')})`,
    `${DASH}*${phrase(anyMark, anyMark)}`,
    `${NO_SPACE}+`,
  ].join('|'),
  'gu',
)
const dashes = new RegExp(`^${DASH}+`)

/**
 * Parses a search in the usual web syntax: words, `"phrases"`, `-not`, `or`, with the quotation marks and dashes of any
 * keyboard or word processor; the first sixteen. Every text is valid.
 */
export function parseQuery(text: string): Query {
  const alternatives: { wanted: Term[]; unwanted: Term[] }[] = []
  let alternative: (typeof alternatives)[number] = { wanted: [], unwanted: [] }
  let [wants, excludes] = [0, 0]
  for (const [part] of text.matchAll(parts)) {
    if (part.normalize('NFKC').toLowerCase() === 'or') {
      alternatives.push(alternative)
      alternative = { wanted: [], unwanted: [] }
      continue
    }
    const rest = part.replace(dashes, '')
    if (rest === '') continue
    if (wants + excludes === MAX_TERMS) break
    const isExcluded = rest.length < part.length
    if (isExcluded) excludes += 1
    else wants += 1
    const term = wordsOf(rest)
    if (term.length > 0) alternative[isExcluded ? 'unwanted' : 'wanted'].push(term)
  }
  alternatives.push(alternative)
  return {
    alternatives: alternatives.filter(({ wanted }) => wanted.length > 0),
    onlyExcludes: excludes > 0 && wants === 0,
  }
}
