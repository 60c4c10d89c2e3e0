import { setImmediate as otherWork } from 'node:timers/promises'
import type { Queries } from '@agora/shared/database/sql'
import { coverSpoilers, plainText } from '@agora/shared/markup/index'
import type { Search } from './engine.ts'
import { snippetOf } from './snippet.ts'
import { type HitRow, readHtml } from './store.ts'
import type { Language } from './text/languages.ts'
import { type Word, wordsOf } from './text/words.ts'

/** Without U+FEFF, which is invisible and may stand within a word. */
const spaces = /[^\S\ufeff]+/g

interface Text {
  subject: string
  language: Language
  text: string
  words: Word[]
}

/** The snippets of hits by subject; long bodies are read and processed one by one. */
export async function snippetsOf(
  db: Queries,
  search: Search,
  rows: readonly HitRow[],
  languages: ReadonlyMap<string, Language>,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const snippets = new Map<string, string>()
  const read = (row: HitRow, html: string | null) => textOf(row, html, languages.get(row.subject) ?? 'simple')
  const write = async (texts: readonly Text[]) => {
    const askedFor = await wordsAskedFor(search, texts)
    for (const { subject, text, words, language } of texts)
      snippets.set(subject, snippetOf(text, words, askedFor.get(language)!))
  }
  const isLong = (row: HitRow) => row.postId !== null && row.html === null
  await write(rows.filter((row) => !isLong(row)).map((row) => read(row, row.html)))
  for (const row of rows.filter(isLong)) {
    await write([read(row, await readHtml(db, row.revisionId!))])
    await otherWork()
    signal.throwIfAborted()
  }
  return snippets
}

function textOf(row: HitRow, html: string | null, language: Language): Text {
  const raw = row.postId === null ? row.threadTitle : plainText(coverSpoilers(html ?? ''))
  const text = raw.replace(spaces, ' ').trim()
  return { subject: row.subject, language, text, words: wordsOf(text) }
}

/** By language, the words of these texts that the search asks for. */
async function wordsAskedFor(search: Search, texts: readonly Text[]): Promise<Map<Language, Set<string>>> {
  const words = new Map<Language, Map<string, Word>>()
  for (const text of texts) {
    const known = words.get(text.language) ?? new Map()
    for (const word of text.words) known.set(word.spelled, word)
    words.set(text.language, known)
  }
  const askedFor = new Map<Language, Set<string>>()
  for (const [language, those] of words)
    askedFor.set(language, await search.asksFor(language, [...those.values()]))
  return askedFor
}
