import { queuePictures, queuePicturesOfThreads } from '../pictures/store.ts'
import type { Follower } from './follower.ts'

/** Queues posts for the media service to be told which pictures they show. */
export const picturesFollower: Follower = {
  name: 'pictures',
  kinds: ['ThreadOpened', 'ThreadImported', 'PostWritten', 'PostEdited', 'PostRewritten'],
  atOnce: 2_000,
  gatherMs: 1_000,
  rest: 1,
  follow: async (tx, changes) => {
    const changed = changes.filter(({ pictures }) => pictures)
    await queuePictures(
      tx,
      changed.flatMap(({ postId }) => postId ?? []),
    )
    await queuePicturesOfThreads(
      tx,
      changed.filter(({ kind }) => kind === 'ThreadImported'),
    )
    return undefined
  },
  rebuild: (tx, threads) =>
    queuePicturesOfThreads(
      tx,
      threads.map((threadId) => ({ threadId, position: 0 })),
    ),
}
