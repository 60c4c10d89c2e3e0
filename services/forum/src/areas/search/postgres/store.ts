import { type Queries, sql } from '@agora/shared/database/sql'
import type { Candidate, SearchDocument } from '../engine.ts'
import type { Term } from '../query.ts'
import type { Language } from '../text/languages.ts'
import type { SpelledWord } from '../text/words.ts'
import { filtersOf, spansSql } from './lexemes.ts'

/** Stands for a word whose spelling equals its folded form, so that the others keep their positions. */
const SAME = 'x'

const foldedText = (words: readonly SpelledWord[]) => words.map(({ folded }) => folded).join(' ')
const spelledText = (words: readonly SpelledWord[]) => words.map(({ spelled }) => spelled).join(' ')

/** Null if no word has an accent. */
function accentedText(words: readonly SpelledWord[]): string | null {
  if (words.every(({ folded, spelled }) => folded === spelled)) return null
  return words.map(({ folded, spelled }) => (folded === spelled ? SAME : spelled)).join(' ')
}

/** A vector or query without its lexemes' accents: stemmed as spelled, compared as folded. */
const unaccented = (of: string, type: 'tsvector' | 'tsquery') =>
  `normalize(regexp_replace(normalize((${of})::text, NFD), '[\\u0300-\\u036f]', '', 'g'), NFC)::${type}`

/** Two vectors with the same positions, merged. */
const together = (one: string, other: string) => `((${one})::text || ' ' || (${other})::text)::tsvector`

/**
 * The words of a text, each as its folded form is stemmed and, if it has accents, as its spelling is: some inflections
 * depend on accents, and some members write none. A title weighs more than a body.
 */
const WORDS = `setweight(
    CASE WHEN accented IS NULL THEN to_tsvector(language::regconfig, folded) ELSE ${together(
      'to_tsvector(language::regconfig, folded)',
      unaccented(`ts_delete(to_tsvector(language::regconfig, accented), '${SAME}')`, 'tsvector'),
    )} END,
    CASE kind WHEN 'title' THEN 'A' ELSE 'D' END::"char"
  )`

const PUT = `
  INSERT INTO search_document AS d (number, subject_id, version, language, words)
  SELECT number, subject, version, language,
    ${WORDS} || array_to_tsvector(filters || ${spansSql('number')})
  FROM (
    SELECT given.*,
      coalesce((SELECT number FROM search_document WHERE subject_id = subject), nextval('search_document_number_seq')) AS number
    FROM ROWS FROM (
      jsonb_to_recordset($1::jsonb)
        AS (subject uuid, version text, kind text, language text, folded text, accented text, filters text[])
    ) WITH ORDINALITY AS given (subject, version, kind, language, folded, accented, filters, place)
    ORDER BY place
  ) AS numbered
  ON CONFLICT (subject_id) DO UPDATE SET
    version = excluded.version, language = excluded.language, words = excluded.words`

/**
 * Writes documents, which keep their numbers. Only one process at a time does, so that numbers are unique. The statement
 * is planned each time: a plan made while the table was small reads all of it for each document.
 */
export async function putDocuments(db: Queries, documents: readonly SearchDocument[]): Promise<void> {
  const rows = documents.map((document) => {
    const { subject, version, kind, language, words } = document
    const texts = { folded: foldedText(words), accented: accentedText(words) }
    return { subject, version, kind, language, ...texts, filters: filtersOf(document) }
  })
  await afterSavepoint(db, () => db.query({ text: PUT, values: [JSON.stringify(rows)] }))
}

/** In a transaction, undoes what failed, so that the rest of it can go on. */
async function afterSavepoint(db: Queries, work: () => Promise<unknown>): Promise<void> {
  if (!('inTransaction' in db)) {
    await work()
    return
  }
  await db.query(sql`SAVEPOINT documents`)
  try {
    await work()
    await db.query(sql`RELEASE SAVEPOINT documents`)
  } catch (error) {
    await db.query(sql`ROLLBACK TO SAVEPOINT documents`)
    throw error
  }
}

export async function removeDocuments(db: Queries, subjects: readonly string[]): Promise<void> {
  await db.query({
    name: 'search-remove',
    text: 'DELETE FROM search_document WHERE subject_id = ANY($1::uuid[])',
    values: [subjects],
  })
}

/** A term's spelling decides whether it is too common: without accents it may be another word. */
const REDUCE = `
  SELECT language, place::int - 1 AS place,
    CASE WHEN to_tsvector(language::regconfig, spelled) <> ''::tsvector
      THEN (phraseto_tsquery(language::regconfig, folded) || CASE
        WHEN folded = spelled THEN ''::tsquery
        ELSE ${unaccented('phraseto_tsquery(language::regconfig, spelled)', 'tsquery')}
      END)::text ELSE '' END AS query
  FROM unnest($1::text[]) AS language
  CROSS JOIN ROWS FROM (unnest($2::text[]), unnest($3::text[])) WITH ORDINALITY AS term (folded, spelled, place)`

/** Each of the terms as each of the languages stems it. */
export const reduceTerms = (db: Queries, languages: readonly Language[], terms: readonly Term[]) =>
  db.all<{ language: Language; place: number; query: string }>({
    name: 'search-reduce',
    text: REDUCE,
    values: [languages, terms.map(foldedText), terms.map(spelledText)],
  })

/** Above every document's number. */
export const readEnd = (db: Queries) =>
  db.scalar<number>({
    name: 'search-end',
    text: 'SELECT coalesce(max(number), -1)::int8 + 1 AS end FROM search_document',
  })

/**
 * The newest documents that match, span by span until there are enough; ranked among themselves, each by the query in
 * its own language. The lateral join keeps the spans in order. Only the words are looked up: nearly all documents are
 * below the number, so `number + 0` keeps its index out of the plan.
 */
const FIND = `
  SELECT d.number, d.subject_id AS subject, d.version, d.language,
    coalesce(ts_rank(d.words, (
      SELECT query::tsquery FROM ROWS FROM (unnest($5::text[]), unnest($6::text[])) AS rank (language, query)
      WHERE rank.language = d.language
    ), 1), 0)::float8 AS score
  FROM (
    SELECT found.number
    FROM unnest($2::text[]) AS span
    CROSS JOIN LATERAL (
      SELECT number FROM search_document
      WHERE words @@ ($1::tsquery && quote_literal(span)::tsquery) AND number + 0 < $3::bigint
      ORDER BY number DESC
    ) AS found
    LIMIT $4::bigint
  ) AS newest
  CROSS JOIN LATERAL (SELECT * FROM search_document WHERE number = newest.number LIMIT 1) AS d
  ORDER BY d.number DESC`

export interface FoundDocument extends Candidate {
  number: number
}

export async function findNewest(
  db: Queries,
  query: {
    matches: string
    spans: readonly string[]
    below: number
    limit: number
    ranks: Map<Language, string>
  },
): Promise<FoundDocument[]> {
  const { matches, spans, below, limit, ranks } = query
  return db.all<FoundDocument>({
    name: 'search-find',
    text: FIND,
    values: [matches, spans, below, limit, [...ranks.keys()], [...ranks.values()]],
  })
}

const ASKED = `
  SELECT spelled FROM ROWS FROM (unnest($2::text[]), unnest($3::text[])) AS word (folded, spelled)
  WHERE tsvector_to_array(to_tsvector($1::text::regconfig, folded)) && $4::text[]
    OR folded <> spelled AND
      tsvector_to_array(${unaccented('to_tsvector($1::text::regconfig, spelled)', 'tsvector')}) && $4::text[]`

/** Those of the words, as spelled, that a language stems to one of the lexemes. */
export const wordsOfLexemes = (
  db: Queries,
  language: Language,
  words: readonly SpelledWord[],
  lexemes: readonly string[],
) =>
  db.scalars<string>({
    name: 'search-asked',
    text: ASKED,
    values: [language, words.map(({ folded }) => folded), words.map(({ spelled }) => spelled), lexemes],
  })
