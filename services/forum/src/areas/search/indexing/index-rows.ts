import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { plainText } from '@agora/shared/markup/index'
import { timestamp } from '../../../resources/views.ts'
import type { SearchDocument, SearchEngine } from '../engine.ts'
import { languageOf } from '../text/languages.ts'
import { type Word, wordsOf } from '../text/words.ts'
import type { SubjectRow } from './store-subjects.ts'

/** Texts whose words are found before requests get their turn: a millisecond or two. */
const TEXTS_IN_A_ROW = 20
/**
 * How much text is held as words, unless a single one is longer: words take thirty to fifty times their text's memory. In
 * UTF-16 code units.
 */
const MAX_TEXT = 65_536

/** Oldest first: ids are in order of creation. */
export async function indexRows(engine: SearchEngine, rows: readonly SubjectRow[]): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.subjectId < other.subjectId ? -1 : 1))
  await engine.remove(inOrder.filter((row) => row.isHidden).map(({ subjectId }) => subjectId))
  let [portion, length]: [SearchDocument[], number] = [[], 0]
  for (const row of inOrder.filter((row) => !row.isHidden)) {
    const text = row.kind === 'title' ? row.version : plainText(row.html ?? '')
    if (portion.length > 0 && length + text.length > MAX_TEXT) {
      await engine.put(portion)
      ;[portion, length] = [[], 0]
    }
    portion.push(documentOf(row, text))
    length += text.length
    if (portion.length % TEXTS_IN_A_ROW === 0) await yieldToRequests()
  }
  await engine.put(portion)
}

/** Every engine accepts this much, whatever the vocabulary; longer texts are cut. */
const MAX_BYTES = 500_000

function indexable(words: Word[]): Word[] {
  let bytes = 0
  const end = words.findIndex(({ folded, spelled }) => {
    bytes += Buffer.byteLength(folded) + 1 + (folded === spelled ? 0 : Buffer.byteLength(spelled) + 1)
    return bytes > MAX_BYTES
  })
  return end < 0 ? words : words.slice(0, end)
}

function documentOf(row: SubjectRow, text: string): SearchDocument {
  return {
    subject: row.subjectId,
    version: row.version,
    kind: row.kind,
    language: languageOf(row.locale),
    section: row.sectionId,
    thread: row.threadId,
    time: timestamp(row.ctime),
    author: row.authorId,
    words: indexable(wordsOf(text)),
  }
}
