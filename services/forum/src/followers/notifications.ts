import type { Transaction } from '@agora/shared/database/sql'
import { addressedBy } from '../areas/notifications/notifying/addressed.ts'
import {
  followNotifying,
  lockNotifications,
  lockReadings,
  readLastNumber,
} from '../areas/notifications/notifying/store.ts'
import {
  markReadMeanwhile,
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
import type { Follower } from './follower.ts'

/** Notifies members of posts and edits, those of a thread in the order of writing, and authors of reactions. */
export const notificationsFollower: Follower = {
  name: 'notifications',
  kinds: ['ThreadOpened', 'PostWritten', 'PostEdited'],
  // In a rush, one notification stands for many replies of a thread.
  atOnce: 2_000,
  gatherMs: 250,
  // Members are notified within two seconds, and of what was held up while others go on writing.
  rest: 0,
  follow: async (tx, changes) => {
    const { revisions, cutAfter } = await readRevisions(tx, changes)
    await lockNotifications(tx)
    await notifyOf(tx, revisions)
    return cutAfter
  },
  backlog: {
    isDue: hasUntoldReactions,
    work: notifyOfReactions,
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
  const ofEdits = await notifyAddressed(tx, edits.flatMap(addressedBy))
  const last = await readLastNumber(tx)
  // Mentions and quotes come first: nobody is notified twice of the same post.
  const addressed = await notifyAddressed(tx, posts.flatMap(addressedBy))
  const ofPosts = [
    ...addressed,
    ...(await notifyOfNewThreads(tx, opened)),
    ...(await notifyOfReplies(tx, replies, [...ofEdits, ...addressed])),
  ]
  await followNotifying(tx, [...new Set([...ofEdits, ...ofPosts].map(({ userId }) => userId))])
  // Last, so that readers wait only for the commit. Of an edit members are notified even if they had read the post.
  if (ofPosts.length === 0) return
  await lockReadings(
    tx,
    posts.map(({ threadId }) => threadId),
  )
  await markReadMeanwhile(tx, ofPosts, last)
}
