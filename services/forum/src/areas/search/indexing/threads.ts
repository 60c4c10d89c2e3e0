import type { Transaction } from '@agora/shared/database/sql'
import type { SearchEngine } from '../engine.ts'
import { indexRows } from './index-rows.ts'
import { advanceThreads, readDueThreads } from './store-due.ts'
import { readPostCounts, readSubjectsOfThreads } from './store-subjects.ts'

const THREADS_AT_ONCE = 20
const POSTS_AT_ONCE = 1_000

/** Indexes some posts of the threads that are due as a whole. */
export async function indexThreads(tx: Transaction, engine: SearchEngine): Promise<void> {
  const due = await readDueThreads(tx, THREADS_AT_ONCE)
  if (due.length === 0) return
  const counts = await readPostCounts(
    tx,
    due.map(({ threadId }) => threadId),
  )
  const most = Math.floor(POSTS_AT_ONCE / due.length)
  const { rows, cutAfter } = await readSubjectsOfThreads(tx, due, most)
  await indexRows(engine, rows)
  const last = cutAfter ? due.findIndex(({ threadId }) => threadId === cutAfter.threadId) : due.length - 1
  const done = due.slice(0, last + 1).map(({ threadId, turn, position }) => {
    const next = threadId === cutAfter?.threadId ? cutAfter.position + 1 : position + most
    // Posts written after the count was read have changes of their own.
    return { threadId, turn, next: next < (counts.get(threadId) ?? 0) ? next : null }
  })
  await advanceThreads(tx, done)
}
