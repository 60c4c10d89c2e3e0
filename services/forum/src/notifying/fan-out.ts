import type { Transaction } from '@agora/shared/database/sql'
import { addressedBy } from './addressed.ts'
import { takeUntold } from './store.ts'
import { tellAddressed, tellNewThread, tellReplies } from './store-posts.ts'

/** Notifies members of revisions of one thread; returns whom. The caller holds the lock on notifications. */
export async function tellOf(tx: Transaction, seqs: readonly number[]): Promise<string[]> {
  const revisions = await takeUntold(tx, seqs)
  const [first] = revisions
  if (!first) return []
  const { threadId } = first
  const addressed = revisions.flatMap(addressedBy)
  const positions = revisions.flatMap(({ revision, position }) => (revision === 0 ? [position] : []))
  const replies = positions.filter((position) => position > 0)
  // Mentions and quotes come first: nobody is notified twice of the same post.
  const told = new Set([
    ...(addressed.length > 0 ? await tellAddressed(tx, threadId, addressed) : []),
    ...(positions.includes(0) ? await tellNewThread(tx, threadId) : []),
    ...(replies.length > 0 ? await tellReplies(tx, threadId, replies) : []),
  ])
  return [...told]
}
