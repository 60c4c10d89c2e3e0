import { isImporting } from '@agora/shared/database/import-lock'
import type { Queries, Transaction } from '@agora/shared/database/sql'
import type { SearchEngine } from '../areas/search/engine.ts'
import { indexRows } from '../areas/search/indexing/index-rows.ts'
import { adoptForm, isIndexingDue, queueThreads } from '../areas/search/indexing/store-due.ts'
import { readSubjects } from '../areas/search/indexing/store-subjects.ts'
import { indexThreads } from '../areas/search/indexing/threads.ts'
import { FORM } from '../areas/search/text/words.ts'
import type { NumberedChange } from '../changes/change.ts'
import type { Follower } from './follower.ts'
import { beginRebuild } from './store.ts'

const NAME = 'search'

/** Queues all threads for indexing. */
export const reindexAll = (db: Queries): Promise<boolean> => beginRebuild(db, NAME, true)

/** The threads in which many posts have changed, or their place: they are indexed bit by bit while nobody writes. */
const ofThreads = new Set(['ThreadMoved', 'ThreadDeleted', 'ThreadRestored', 'ThreadImported'])

/** What a change concerns by itself. */
function subjectsOf({ kind, threadId, postId }: NumberedChange): string[] {
  if (ofThreads.has(kind)) return []
  const title = kind === 'ThreadOpened' || kind === 'ThreadRenamed' ? [threadId] : []
  return postId === null ? title : [...title, postId]
}

/**
 * Keeps the search index up to date: a change's subjects are read as they are now, so an earlier state never overwrites a
 * later one.
 */
export const searchFollower = (engineOn: (tx: Queries) => SearchEngine): Follower => ({
  name: NAME,
  kinds: [
    'ThreadOpened',
    'ThreadRenamed',
    'ThreadMoved',
    'ThreadDeleted',
    'ThreadRestored',
    'ThreadImported',
    'PostWritten',
    'PostEdited',
    'PostRewritten',
  ],
  atOnce: 200,
  gatherMs: 500,
  rest: 3,
  // Posts are found within five seconds.
  patience: 2,
  lock: 'search indexer',
  follow: async (tx, changes) => {
    await adopt(tx)
    const followed = await indexSubjects(tx, engineOn(tx), changes)
    await queueThreads(
      tx,
      followed.filter(({ kind }) => ofThreads.has(kind)),
    )
    return followed.length < changes.length ? followed.at(-1)!.number : undefined
  },
  backlog: {
    isDue: (db) => isIndexingDue(db, FORM),
    work: async (tx) => {
      await adopt(tx)
      await indexThreads(tx, engineOn(tx))
    },
    // Rows come first: to index a post takes Postgres longer than to write it.
    rest: async (db) => ((await isImporting(db, 'forum')) ? 3 : 0),
  },
  rebuild: (tx, threads) =>
    queueThreads(
      tx,
      threads.map((threadId) => ({ threadId, position: 0 })),
    ),
})

/** The words of rows in another form may differ from those that searches ask for. */
async function adopt(tx: Transaction): Promise<void> {
  if (await adoptForm(tx, FORM)) await reindexAll(tx)
}

/** Returns those of the changes whose subjects one statement has read: the first ones. */
async function indexSubjects(
  tx: Transaction,
  engine: SearchEngine,
  changes: readonly NumberedChange[],
): Promise<readonly NumberedChange[]> {
  const ids = [...new Set(changes.flatMap(subjectsOf))]
  const { rows, cutAfter } = await readSubjects(tx, ids)
  await indexRows(engine, rows)
  const done = cutAfter ? ids.slice(0, ids.indexOf(cutAfter.subjectId) + 1) : ids
  const found = new Set(rows.map(({ subjectId }) => subjectId))
  await engine.remove(done.filter((id) => !found.has(id)))
  const isDone = new Set(done)
  const end = changes.findIndex((change) => subjectsOf(change).some((id) => !isDone.has(id)))
  return end < 0 ? changes : changes.slice(0, end)
}
