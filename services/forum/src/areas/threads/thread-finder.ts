import { gather } from '@agora/shared/database/gathering'
import type { Queries } from '@agora/shared/database/sql'
import type { Reference } from '../../references.ts'
import { type ActedThread, findThread, findThreads, type Sought } from './store.ts'

/** The most threads in one statement. */
const MOST_AT_ONCE = 32

/** The thread as it is now; undefined if there is none. */
export type FindThread = (reference: Reference, userId: string | null) => Promise<ActedThread | undefined>

/** Finds threads that members ask for together, to write in them, in one statement. */
export function createThreadFinder(db: Queries): FindThread {
  const find = gather<Sought, ActedThread | undefined>({
    portion: (waiting) => ({ now: waiting.slice(0, MOST_AT_ONCE), later: waiting.slice(MOST_AT_ONCE) }),
    alone: ({ id, userId }) => findThread(db, { by: 'id', value: id }, userId),
    together: (sought) => findThreads(db, sought),
  })
  return (reference, userId) =>
    reference.by === 'id' ? find({ id: reference.value, userId }) : findThread(db, reference, userId)
}
