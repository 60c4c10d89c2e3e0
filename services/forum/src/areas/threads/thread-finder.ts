import { batched, oldest } from '@agora/shared/database/batching'
import type { Queries } from '@agora/shared/database/sql'
import type { Reference } from '../../resources/references.ts'
import { type ActedThread, findThread, findThreads, type ThreadLookup } from './store.ts'

/** The most threads in one statement. */
const MOST_AT_ONCE = 32

/** The thread as it is now; undefined if there is none. */
export type FindThread = (reference: Reference, userId: string | null) => Promise<ActedThread | undefined>

/** Finds threads that members ask for together, to write in them, in one statement. */
export function createThreadFinder(db: Queries): FindThread {
  const find = batched<ThreadLookup, ActedThread | undefined>({
    portion: oldest(MOST_AT_ONCE),
    alone: ({ id, userId }) => findThread(db, { by: 'id', value: id }, userId),
    together: (lookups) => findThreads(db, lookups),
  })
  return (reference, userId) =>
    reference.by === 'id' ? find({ id: reference.value, userId }) : findThread(db, reference, userId)
}
