import type { Alternative } from './query.ts'
import type { Language } from './text/languages.ts'
import type { SpelledWord } from './text/words.ts'

/** A post's current text, or a thread's title. */
export interface SearchDocument {
  /** The post's id, or the thread's. */
  subject: string
  /** What it was made from: the post's revision, or the title itself. */
  version: string
  kind: DocumentKind
  language: Language
  section: string
  thread: string
  author: string
  /** When the post was written, or the thread opened: ISO 8601 in UTC. */
  time: string
  words: readonly SpelledWord[]
}
export type DocumentKind = 'post' | 'title'

export interface SearchRequest {
  /** One match is enough. */
  alternatives: readonly Alternative[]
  /** The languages in which the words are compared. */
  languages: readonly Language[]
  /** Null for both. */
  kind: DocumentKind | null
  /** Null for all. */
  sections: readonly string[] | null
  /** Null for all. */
  thread: string | null
  /** Null for anyone. */
  author: string | null
  /** From which month to which, as `monthOf` names them, both included; null for any. */
  months: { first: string; last: string } | null
}

/** A possible hit. Whether it still is one, and may be seen, is decided elsewhere. */
export interface Candidate {
  subject: string
  version: string
  language: Language
  /** Higher is better; comparable among all candidates of one search. */
  score: number
}

export interface Search {
  /** In batches, newest first; the consumer bounds the work. */
  candidates(): AsyncIterable<Candidate[]>
  /** The given words of documents in this language, as spelled, that the search asks for. */
  asksFor(language: Language, words: readonly SpelledWord[]): Promise<Set<string>>
}

/**
 * Finds documents by their words. It knows nothing of permissions and always lags a little: the caller checks both.
 * `tests/search-engine.test.ts` holds any replacement to the same guarantees.
 */
export interface SearchEngine {
  /** Replaces documents, of one subject each. Idempotent. */
  put(documents: readonly SearchDocument[]): Promise<void>
  remove(subjects: readonly string[]): Promise<void>
  /** Undefined if there is nothing to search for: every word is too common in each of the languages. */
  search(request: SearchRequest): Promise<Search | undefined>
}
