import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import { pause } from '@agora/shared/lifecycle/pause'
import { type Closable, runUntilClosed } from '@agora/shared/lifecycle/run-until-closed'
import type { Logger } from 'pino'
import type { Media } from './media.ts'
import {
  deleteDue,
  drawVersion,
  lockDue,
  type PictureDue,
  postponeDue,
  readPictures,
  removePictures,
} from './store.ts'

/** A picture that nothing shows is kept for a day: nobody waits for this. In milliseconds. */
const POLL_MS = 2_000
const RETRY_FIRST_MS = 250
const RETRY_LIMIT_MS = 30_000

/** Tells the media service which pictures posts show, one post after another. Several replicas take different ones. */
export function startClaimer(options: { db: Database; media: Media; logger: Logger }): Closable {
  const { db, media, logger } = options
  if (!media.isDeployed) return { close: async () => {} }
  return runUntilClosed({
    work: async (closing) => {
      let due: PictureDue | undefined
      try {
        const isDone = await db.transaction(async (tx) => {
          due = await lockDue(tx)
          if (due) await claim(tx, due, media)
          return due === undefined
        })
        if (isDone) await pause(POLL_MS, closing)
      } catch (error) {
        if (due) await postponeDue(db, due).catch(() => {})
        throw error
      }
    },
    retryMs: { first: RETRY_FIRST_MS, limit: RETRY_LIMIT_MS },
    failed: (error, failures) => {
      if (failures === 1) logger.warn({ err: error }, 'claims of pictures are held up, retrying')
    },
  })
}

/** What was deleted while a text was written is removed from it. */
async function claim(tx: Transaction, due: PictureDue, media: Media): Promise<void> {
  const version = await drawVersion(tx)
  const post = await readPictures(tx, due.postId)
  if (post) {
    const { authorId, pictures } = post
    const place = { kind: 'Post' as const, id: due.postId }
    const claimed = await media.claim({ place, version, owner: authorId, media: pictures }, null)
    const kept = new Set(claimed.map(({ id }) => id))
    const gone = pictures.filter((id) => !kept.has(id))
    if (gone.length > 0) await removePictures(tx, due.postId, gone)
  }
  await deleteDue(tx, due)
}
