import type { SearchRequest } from '../engine.ts'
import { coverOf } from '../months.ts'
import type { Alternative, Term } from '../query.ts'
import type { Language } from '../text/languages.ts'
import { ofAuthor, ofKind, ofLanguage, ofMonth, ofSection, ofThread, ofYear } from './lexemes.ts'

/** A term as a tsquery, as a language stems it; empty if it is too common. */
export type Reduced = (language: Language, term: Term) => string

const quoted = (lexeme: string) => `'${lexeme.replaceAll("'", "''")}'`
const group = (parts: readonly string[], operator: '&' | '|') => `(${parts.join(` ${operator} `)})`

/**
 * The alternatives in one language, as a tsquery; empty if it can search for none of them.
 *
 * @param excluding whether to include the excluded terms.
 */
function inLanguage(
  alternatives: readonly Alternative[],
  reduce: (term: Term) => string,
  excluding: boolean,
): string {
  const reduced = (terms: readonly Term[]) => terms.map(reduce).filter((query) => query !== '')
  const parts = alternatives.flatMap(({ wanted, unwanted }) => {
    const words = reduced(wanted).map((query) => `(${query})`)
    if (words.length === 0) return []
    const others = excluding ? reduced(unwanted).map((query) => `!(${query})`) : []
    return [group([...words, ...others], '&')]
  })
  return parts.length === 0 ? '' : group(parts, '|')
}

export interface TextQuery {
  /** The tsquery that documents must match. */
  matches: string
  /** By language, the tsquery that ranks them. */
  ranks: Map<Language, string>
}

function lexemesOf(span: { first: string; last: string }): string[] {
  const { years, months } = coverOf(span)
  const those = [...years.map(ofYear), ...months.map(ofMonth)]
  // A span that ends before it begins has no month, as no document has none.
  return (those.length === 0 ? [ofMonth('')] : those).map(quoted)
}

/** What a request asks of the index; undefined if no language can search for anything. */
export function textQuery(request: SearchRequest, reduced: Reduced): TextQuery | undefined {
  const { alternatives, languages, kind, sections, thread, author, months } = request
  const ranks = new Map<Language, string>()
  /** Languages that stem the words alike share a query. */
  const groups = new Map<string, Language[]>()
  for (const language of languages) {
    const reduce = (term: Term) => reduced(language, term)
    const words = inLanguage(alternatives, reduce, true)
    if (words === '') continue
    ranks.set(language, inLanguage(alternatives, reduce, false))
    groups.set(words, [...(groups.get(words) ?? []), language])
  }
  if (groups.size === 0) return undefined
  const parts = [...groups].map(([words, those]) =>
    those.length === languages.length
      ? words
      : group(
          [
            words,
            group(
              those.map((language) => quoted(ofLanguage(language))),
              '|',
            ),
          ],
          '&',
        ),
  )
  const filters = [
    ...(kind === null ? [] : [quoted(ofKind(kind))]),
    ...(thread === null ? [] : [quoted(ofThread(thread))]),
    ...(author === null ? [] : [quoted(ofAuthor(author))]),
    ...(months === null ? [] : [group(lexemesOf(months), '|')]),
    ...(sections === null
      ? []
      : [
          group(
            sections.map((id) => quoted(ofSection(id))),
            '|',
          ),
        ]),
  ]
  return { matches: group([group(parts, '|'), ...filters], '&'), ranks }
}

const lexemes = /'((?:[^']|'')*)'/g

/** The words of a tsquery, any one of which is enough. */
export function anyOf(tsquery: string): string[] {
  return [...new Set([...tsquery.matchAll(lexemes)].map(([, lexeme = '']) => lexeme.replaceAll("''", "'")))]
}
