import { setImmediate as yieldToRequests } from 'node:timers/promises'
import type { Queries } from '@agora/shared/database/sql'
import type { SearchDocument, SearchEngine } from '../engine.ts'
import { languageOf } from '../text/languages.ts'
import { plainText } from '../text/plain.ts'
import { type Word, wordsOf } from '../text/words.ts'
import { advanceThreads, deleteDue, queueNextThreads, readDue, readDueThreads } from './store-due.ts'
import { readPostCounts, readSubjects, readSubjectsOfThreads, type SubjectRow } from './store-subjects.ts'

const SUBJECTS_AT_ONCE = 200
const THREADS_AT_ONCE = 20
const POSTS_AT_ONCE = 1_000
const THREADS_NOTED_AT_ONCE = 500
/** Texts whose words are found before requests get their turn: a millisecond or two. */
const TEXTS_IN_A_ROW = 20

/**
 * Which work may remain: recent writes, whole threads or none. Posts that arrived meanwhile are not counted: indexing them one by one would cost several
 * times as much.
 */
export type Remaining = 'recent' | 'threads' | 'none'

/**
 * Indexes some of what is due: recent writes before whole threads, those before a rebuild. The text is read after its
 * note, and the note is deleted last, so after a kill the work is repeated.
 */
export async function indexSome(db: Queries, engine: SearchEngine): Promise<Remaining> {
  if (await indexSubjects(db, engine)) return 'recent'
  if (await indexThreads(db, engine)) return 'threads'
  return (await queueNextThreads(db, THREADS_NOTED_AT_ONCE)) ? 'threads' : 'none'
}

async function indexSubjects(db: Queries, engine: SearchEngine): Promise<boolean> {
  const due = await readDue(db, SUBJECTS_AT_ONCE)
  if (due.length === 0) return false
  const ids = [...new Set(due.map(({ subjectId }) => subjectId))]
  const rows = await readSubjects(db, ids)
  await indexRows(engine, rows)
  const found = new Set(rows.map(({ subjectId }) => subjectId))
  await engine.remove(ids.filter((id) => !found.has(id)))
  await deleteDue(db, due)
  return due.length === SUBJECTS_AT_ONCE
}

async function indexThreads(db: Queries, engine: SearchEngine): Promise<boolean> {
  const due = await readDueThreads(db, THREADS_AT_ONCE)
  if (due.length === 0) return false
  const counts = await readPostCounts(
    db,
    due.map(({ threadId }) => threadId),
  )
  const most = Math.floor(POSTS_AT_ONCE / due.length)
  await indexRows(engine, await readSubjectsOfThreads(db, due, most))
  const done = due.map(({ threadId, turn, position }) => {
    const next = position + most
    // Posts written after the count was read are due on their own.
    return { threadId, turn, next: next < (counts.get(threadId) ?? 0) ? next : null }
  })
  await advanceThreads(db, done)
  return true
}

/** Oldest first: ids are in order of creation. */
async function indexRows(engine: SearchEngine, rows: readonly SubjectRow[]): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.subjectId < other.subjectId ? -1 : 1))
  await engine.remove(inOrder.filter((row) => row.isHidden).map(({ subjectId }) => subjectId))
  const documents: SearchDocument[] = []
  for (const row of inOrder.filter((row) => !row.isHidden)) {
    documents.push(documentOf(row))
    if (documents.length % TEXTS_IN_A_ROW === 0) await yieldToRequests()
  }
  await engine.put(documents)
}

/** Every engine accepts this much, whatever the vocabulary; longer texts are cut. */
const MOST_BYTES = 500_000

function indexable(words: Word[]): Word[] {
  let bytes = 0
  const end = words.findIndex(({ folded, spelled }) => {
    bytes += Buffer.byteLength(folded) + 1 + (folded === spelled ? 0 : Buffer.byteLength(spelled) + 1)
    return bytes > MOST_BYTES
  })
  return end < 0 ? words : words.slice(0, end)
}

function documentOf(row: SubjectRow): SearchDocument {
  const text = row.kind === 'title' ? row.version : plainText(row.html ?? '', 'open')
  return {
    subject: row.subjectId,
    version: row.version,
    kind: row.kind,
    language: languageOf(row.locale),
    section: row.sectionId,
    author: row.authorId,
    words: indexable(wordsOf(text)),
  }
}
