import { isOfTheData, type Queries } from '@agora/shared/database/sql'
import type { Logger } from 'pino'
import type { Candidate, Search, SearchDocument, SearchEngine, SearchRequest } from '../engine.ts'
import type { Term } from '../query.ts'
import type { Language } from '../text/languages.ts'
import { spansBelow } from './lexemes.ts'
import { findNewest, putDocuments, readEnd, reduceTerms, removeDocuments, wordsOfLexemes } from './store.ts'
import { anyOf, type TextQuery, textQuery } from './tsquery.ts'

/** As many as a search counts: one batch is enough unless some are stale. */
const BATCH = 1_000
/** How much text one statement writes, in UTF-16 code units. */
const MAX_TEXT = 65_536
const lengthOf = ({ words }: SearchDocument) => words.reduce((sum, { folded }) => sum + folded.length + 1, 0)

/** Postgres' full text search: documents as rows with one GIN index. */
export function createPostgresEngine(db: Queries, logger: Logger): SearchEngine {
  const put = async (documents: readonly SearchDocument[]): Promise<void> => {
    try {
      await putDocuments(db, documents)
    } catch (error) {
      if (!isOfTheData(error)) throw error
      if (documents.length > 1) for (const one of documents) await put([one])
      else for (const { subject } of documents) await leaveOut(subject, error)
    }
  }
  /** It would block the others for ever: a document refused once is always refused. */
  const leaveOut = async (subject: string, error: unknown) => {
    logger.error({ err: error, subject }, 'Postgres cannot index this text: it will not be found')
    await removeDocuments(db, [subject])
  }
  return {
    put: async (documents) => {
      for (const some of portions(documents)) await put(some)
    },
    remove: async (subjects) => {
      if (subjects.length > 0) await removeDocuments(db, subjects)
    },
    search: (request) => search(db, request),
  }
}

function* portions(documents: readonly SearchDocument[]): Iterable<SearchDocument[]> {
  let [portion, length]: [SearchDocument[], number] = [[], 0]
  for (const document of documents) {
    const added = lengthOf(document)
    if (portion.length > 0 && length + added > MAX_TEXT) {
      yield portion
      ;[portion, length] = [[], 0]
    }
    portion.push(document)
    length += added
  }
  if (portion.length > 0) yield portion
}

async function search(db: Queries, request: SearchRequest): Promise<Search | undefined> {
  const terms = request.alternatives.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
  const [reduced, end] = await Promise.all([reduceTerms(db, request.languages, terms), readEnd(db)])
  const queries = new Map(reduced.map(({ language, place, query }) => [`${language} ${place}`, query]))
  const query = textQuery(
    request,
    (language: Language, term: Term) => queries.get(`${language} ${terms.indexOf(term)}`) ?? '',
  )
  if (!query) return undefined
  return {
    candidates: () => candidates(db, query, end),
    asksFor: async (language, words) => {
      const lexemes = anyOf(query.ranks.get(language) ?? '')
      // Stemming never changes a word's first letter.
      const initials = new Set(lexemes.map((lexeme) => lexeme.codePointAt(0)))
      const some = words.filter(({ folded }) => initials.has(folded.codePointAt(0)))
      return new Set(some.length === 0 ? [] : await wordsOfLexemes(db, language, some, lexemes))
    },
  }
}

async function* candidates(
  db: Queries,
  { matches, ranks }: TextQuery,
  end: number,
): AsyncIterable<Candidate[]> {
  for (let below = end; below > 0; ) {
    const found = await findNewest(db, { matches, spans: spansBelow(below), below, limit: BATCH, ranks })
    if (found.length > 0) yield found
    if (found.length < BATCH) return
    below = found.at(-1)!.number
  }
}
