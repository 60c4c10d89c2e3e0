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
const MOST_TERMS = 16

const parts = /-*"[^"]*"|\S+/g
const dashes = /^-+/

/** Parses a search in the usual web syntax: words, `"phrases"`, `-not`, `or`; the first sixteen. Every text is valid. */
export function parseQuery(text: string): Query {
  const alternatives: { wanted: Term[]; unwanted: Term[] }[] = []
  let alternative: (typeof alternatives)[number] = { wanted: [], unwanted: [] }
  let [wants, excludes] = [0, 0]
  for (const [part] of text.matchAll(parts)) {
    if (part.toLowerCase() === 'or') {
      alternatives.push(alternative)
      alternative = { wanted: [], unwanted: [] }
      continue
    }
    const rest = part.replace(dashes, '')
    if (rest === '') continue
    if (wants + excludes === MOST_TERMS) break
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
