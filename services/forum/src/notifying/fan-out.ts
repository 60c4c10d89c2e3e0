import type { Transaction } from '@agora/shared/database/sql'
import { mayShowPictures, queuePictures } from '../pictures/store.ts'
import { addressedBy } from './addressed.ts'
import { followNotifying } from './following.ts'
import { lockReadings, takeUntold } from './store.ts'
import {
  markReadMeanwhile,
  type Notified,
  notifyAddressed,
  notifyOfNewThreads,
  notifyOfReplies,
} from './store-posts.ts'

/** Notifies members of revisions, those of a thread in order. The caller holds the lock on notifications. */
export async function notifyOf(tx: Transaction, seqs: readonly number[]): Promise<void> {
  const revisions = await takeUntold(tx, seqs)
  const posts = revisions.filter(({ revision }) => revision === 0)
  const edits = revisions.filter(({ revision }) => revision > 0)
  // An edit has queued its own.
  await queuePictures(
    tx,
    posts.filter(({ html }) => mayShowPictures(html)).map(({ postId }) => postId),
  )
  const opened = posts.filter(({ position }) => position === 0).map(({ threadId }) => threadId)
  const replies = posts.filter(({ position }) => position > 0)
  // Mentions and quotes come first: nobody is notified twice of the same post.
  const ofPosts = [
    ...(await some(tx, posts.flatMap(addressedBy), notifyAddressed)),
    ...(await some(tx, opened, notifyOfNewThreads)),
    ...(await some(tx, replies, notifyOfReplies)),
  ]
  const ofEdits = await some(tx, edits.flatMap(addressedBy), notifyAddressed)
  const users = new Set([...ofPosts, ...ofEdits].map(({ userId }) => userId))
  await followNotifying(tx, [...users])
  // Last, so that readers wait only for the commit. Of an edit members are notified even if they had read the post.
  if (ofPosts.length === 0) return
  await lockReadings(
    tx,
    posts.map(({ threadId }) => threadId),
  )
  await markReadMeanwhile(tx, ofPosts)
}

const some = async <Item>(
  tx: Transaction,
  items: readonly Item[],
  notify: (tx: Transaction, items: readonly Item[]) => Promise<Notified[]>,
): Promise<Notified[]> => (items.length === 0 ? [] : notify(tx, items))
