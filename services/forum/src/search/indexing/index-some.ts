import type { Queries } from '@agora/shared/database/sql'
import type { SearchEngine } from '../engine.ts'
import { indexRows } from './index-rows.ts'
import { advanceThreads, deleteDue, queueNextThreads, readDue, readDueThreads } from './store-due.ts'
import { readPostCounts, readSubjects, readSubjectsOfThreads } from './store-subjects.ts'

const SUBJECTS_AT_ONCE = 200
const THREADS_AT_ONCE = 20
const POSTS_AT_ONCE = 1_000
const THREADS_NOTED_AT_ONCE = 500

/**
 * Which work may remain: recent writes, whole threads or none. Posts that arrived meanwhile are not counted: indexing them one by one would cost several
 * times as much.
 */
export type Remaining = 'recent' | 'threads' | 'none'

/**
 * Indexes some of what is due: recent writes before whole threads, those before a rebuild. The text is read after its
 * note, and the note is deleted last, so after a kill the work is repeated. What one statement does not read stays noted.
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
  const { rows, cutAfter } = await readSubjects(db, ids)
  await indexRows(engine, rows)
  const done = cutAfter ? ids.slice(0, ids.indexOf(cutAfter.subjectId) + 1) : ids
  const found = new Set(rows.map(({ subjectId }) => subjectId))
  await engine.remove(done.filter((id) => !found.has(id)))
  const isDone = new Set(done)
  await deleteDue(
    db,
    due.filter(({ subjectId }) => isDone.has(subjectId)),
  )
  return done.length < ids.length || due.length === SUBJECTS_AT_ONCE
}

async function indexThreads(db: Queries, engine: SearchEngine): Promise<boolean> {
  const due = await readDueThreads(db, THREADS_AT_ONCE)
  if (due.length === 0) return false
  const counts = await readPostCounts(
    db,
    due.map(({ threadId }) => threadId),
  )
  const most = Math.floor(POSTS_AT_ONCE / due.length)
  const { rows, cutAfter } = await readSubjectsOfThreads(db, due, most)
  await indexRows(engine, rows)
  const last = cutAfter ? due.findIndex(({ threadId }) => threadId === cutAfter.threadId) : due.length - 1
  const done = due.slice(0, last + 1).map(({ threadId, turn, position }) => {
    const next = threadId === cutAfter?.threadId ? cutAfter.position + 1 : position + most
    // Posts written after the count was read are due on their own.
    return { threadId, turn, next: next < (counts.get(threadId) ?? 0) ? next : null }
  })
  await advanceThreads(db, done)
  return true
}
