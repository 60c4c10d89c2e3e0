import type { Alternative } from './query.ts'
import type { Language } from './text/languages.ts'
import type { SpelledWord } from './text/words.ts'

/** A post as it reads, or a thread's title. */
export interface SearchDocument {
  /** The post's id, or the thread's. */
  subject: string
  /** What it tells of: the post's revision, or the title itself. */
  version: string
  kind: DocumentKind
  language: Language
  section: string
  author: string
  words: readonly SpelledWord[]
}
export type DocumentKind = 'post' | 'title'

export interface SearchRequest {
  /** One of them is enough. */
  alternatives: readonly Alternative[]
  /** Those that the words are compared in. */
  languages: readonly Language[]
  /** Null: both. */
  kind: DocumentKind | null
  /** Null: all. */
  sections: readonly string[] | null
  /** Null: anybody. */
  author: string | null
}

/** What an engine takes for a hit. Whether it still is one, and may be seen, is for others to say. */
export interface Candidate {
  subject: string
  version: string
  language: Language
  /** The higher the better; compares with those of all candidates of one search. */
  score: number
}

export interface Search {
  /** Batch by batch, the newest first; work is bounded by what is taken. */
  candidates(): AsyncIterable<Candidate[]>
  /** Those among words of documents in this language, as they are spelled, that the search asks for. */
  asksFor(language: Language, words: readonly SpelledWord[]): Promise<Set<string>>
}

/**
 * Finds documents by their words. It knows nothing of who may see what, and is always a little behind: both are judged
 * after it. `tests/search-engine.test.ts` holds whatever takes its place to the same.
 */
export interface SearchEngine {
  /** Puts documents, of one subject each, in the place of earlier ones. Repeating it changes nothing. */
  put(documents: readonly SearchDocument[]): Promise<void>
  remove(subjects: readonly string[]): Promise<void>
  /** Undefined where nothing is asked for: the words are too common to compare in any of the languages. */
  search(request: SearchRequest): Promise<Search | undefined>
}
