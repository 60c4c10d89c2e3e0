import type { Transaction } from '@agora/shared/database/sql'
import { addressedBy } from './addressed.ts'
import { takeUntold } from './store.ts'
import { tellAddressed, tellNewThread, tellReplies } from './store-posts.ts'

/**
 * Tells of the oldest revisions of one thread, up to that number; answers whom, undefined where there is nothing to tell.
 * Its caller holds the lock on notifications.
 */
export async function tellOldest(tx: Transaction, upTo: number): Promise<ReadonlySet<string> | undefined> {
  const revisions = await takeUntold(tx, upTo)
  const [first] = revisions
  if (!first) return undefined
  const { threadId } = first
  const addressed = revisions.flatMap(addressedBy)
  const positions = revisions.flatMap(({ revision, position }) => (revision === 0 ? [position] : []))
  const replies = positions.filter((position) => position > 0)
  // Those who are named come first: nobody is told of the same post by another name.
  return new Set([
    ...(addressed.length > 0 ? await tellAddressed(tx, threadId, addressed) : []),
    ...(positions.includes(0) ? await tellNewThread(tx, threadId) : []),
    ...(replies.length > 0 ? await tellReplies(tx, threadId, replies) : []),
  ])
}
