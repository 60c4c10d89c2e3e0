import type { Transaction } from '@agora/shared/database/sql'
import { addressedBy } from './addressed.ts'
import { takeUntold } from './store.ts'
import { notifyAddressed, notifyOfNewThreads, notifyOfReplies } from './store-posts.ts'

/** Notifies members of revisions, those of a thread in order; returns whom. The caller holds the lock on notifications. */
export async function notifyOf(tx: Transaction, seqs: readonly number[]): Promise<string[]> {
  const revisions = await takeUntold(tx, seqs)
  const addressed = revisions.flatMap(addressedBy)
  const posts = revisions.filter(({ revision }) => revision === 0)
  const opened = posts.filter(({ position }) => position === 0).map(({ threadId }) => threadId)
  const replies = posts.filter(({ position }) => position > 0)
  // Mentions and quotes come first: nobody is notified twice of the same post.
  const notified = new Set([
    ...(addressed.length > 0 ? await notifyAddressed(tx, addressed) : []),
    ...(opened.length > 0 ? await notifyOfNewThreads(tx, opened) : []),
    ...(replies.length > 0 ? await notifyOfReplies(tx, replies) : []),
  ])
  return [...notified]
}
