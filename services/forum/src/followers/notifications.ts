import type { Transaction } from '@agora/shared/database/sql'
import { addressedBy } from '../areas/notifications/notifying/addressed.ts'
import { followNotifying } from '../areas/notifications/notifying/following.ts'
import { lockNotifications, lockReadings } from '../areas/notifications/notifying/store.ts'
import {
  markReadMeanwhile,
  type Notified,
  notifyAddressed,
  notifyOfNewThreads,
  notifyOfReplies,
} from '../areas/notifications/notifying/store-posts.ts'
import {
  hasUntoldReactions,
  notifyOfReactions,
  readReactionDelay,
} from '../areas/notifications/notifying/store-reactions.ts'
import { readRevisions, type WrittenRevision } from '../areas/notifications/notifying/store-revisions.ts'
import type { NumberedChange } from '../changes/change.ts'
import type { Follower } from './follower.ts'

/** Notifies members of posts and edits, those of a thread in the order of writing, and authors of reactions. */
export const notificationsFollower: Follower = {
  name: 'notifications',
  kinds: ['ThreadOpened', 'PostWritten', 'PostEdited'],
  // In a rush, one notification stands for many replies of a thread.
  atOnce: 2_000,
  gatherMs: 500,
  rest: 1,
  follow: async (tx, changes) => {
    const { revisions, cutAfter } = await readRevisions(
      tx,
      changes.map(({ number, postId, position }: NumberedChange) => ({
        number,
        postId: postId!,
        position: position ?? 0,
      })),
    )
    await lockNotifications(tx)
    await notifyOf(tx, revisions)
    return cutAfter
  },
  backlog: {
    isDue: hasUntoldReactions,
    work: async (tx) => {
      await lockNotifications(tx)
      await notifyOfReactions(tx)
    },
    delay: readReactionDelay,
  },
  rebuild:
    'what members were notified of follows from whom they watched and what they had read at the time, and what they have read or were sent stays so',
}

async function notifyOf(tx: Transaction, revisions: readonly WrittenRevision[]): Promise<void> {
  const posts = revisions.filter(({ revision }) => revision === 0)
  const edits = revisions.filter(({ revision }) => revision > 0)
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
