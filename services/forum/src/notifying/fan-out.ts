import type { Transaction } from '@agora/shared/database/sql'
import { addressedBy } from './addressed.ts'
import { takeUntold } from './store.ts'
import { notifyAddressed, notifyOfNewThread, notifyOfReplies } from './store-posts.ts'

/** Notifies members of revisions of one thread; returns whom. The caller holds the lock on notifications. */
export async function notifyOf(tx: Transaction, seqs: readonly number[]): Promise<string[]> {
  const revisions = await takeUntold(tx, seqs)
  const [first] = revisions
  if (!first) return []
  const { threadId } = first
  const addressed = revisions.flatMap(addressedBy)
  const positions = revisions.flatMap(({ revision, position }) => (revision === 0 ? [position] : []))
  const replies = positions.filter((position) => position > 0)
  // Mentions and quotes come first: nobody is notified twice of the same post.
  const notified = new Set([
    ...(addressed.length > 0 ? await notifyAddressed(tx, threadId, addressed) : []),
    ...(positions.includes(0) ? await notifyOfNewThread(tx, threadId) : []),
    ...(replies.length > 0 ? await notifyOfReplies(tx, threadId, replies) : []),
  ])
  return [...notified]
}
